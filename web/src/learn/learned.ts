/** Which lessons were taken to their end on this device. */
const KEY = 'ghosthouse.learned';

function all(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Whether a lesson was taken. */
export const learned = (game: string, lesson: string): boolean => all().includes(`${game}/${lesson}`);

/** A lesson was taken. */
export function learn(game: string, lesson: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...all(), `${game}/${lesson}`])]));
  } catch {
    // a full or forbidden store: the tick is not worth a word
  }
}
