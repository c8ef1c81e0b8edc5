/** What a person has chosen for this device, kept in the browser. */

/** The themes; dark is the default whatever the system says. */
export const themes = ['dark', 'light', 'contrast'] as const;

export interface Chosen {
  name: string;
  language: string;
  theme: (typeof themes)[number] | '';
  motion: 'system' | 'off';
  volume: number;
  sounds: { turn: boolean; moves: boolean; disasters: boolean };
  speech: boolean;
  oneTap: boolean;
  leftHanded: boolean;
  numbers: boolean;
  notify: boolean;
}

const start: Chosen = {
  name: '',
  language: '',
  theme: '',
  motion: 'system',
  volume: 0.6,
  sounds: { turn: true, moves: true, disasters: true },
  speech: false,
  oneTap: false,
  leftHanded: false,
  numbers: true,
  notify: false,
};

const KEY = 'ghosthouse.settings';

function read(): Chosen {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Chosen>;
    return { ...start, ...kept, sounds: { ...start.sounds, ...kept.sounds } };
  } catch {
    return structuredClone(start); // private windows and broken entries begin anew
  }
}

/** The choices of this device; assign, and they are kept. */
export const settings: Chosen = $state(read());

/** Keep the choices and put the look on the page. Call it once, inside an effect root. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // a full or forbidden store: the choices live as long as the page
    }
  });
  $effect(() => {
    const asked = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'dark';
    document.documentElement.dataset.theme = settings.theme || asked;
  });
  $effect(() => {
    document.documentElement.dataset.motion = calm() ? 'off' : 'on';
  });
}

/** Whether nothing may travel. */
export function calm(): boolean {
  return settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
