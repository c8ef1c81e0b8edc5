/** What the page lets be heard: sounds, which are fetched with the first touch, and calls in the browser's own voice. */
import { settings } from '../settings/settings.svelte';

/** Something that sounds; `level` of 7 is how far something has climbed. */
export interface Moment {
  moment: string;
  level?: number;
}

let touched = false;
const engine = () => import('./tones');

/** Sounds begin with the first touch or key: browsers allow none before, and nobody is startled. */
export function listenForTouch(): void {
  const wake = () => {
    touched = true;
    void engine().catch(() => undefined);
  };
  addEventListener('pointerdown', wake, { once: true });
  addEventListener('keydown', wake, { once: true });
}

/** Sound some moments, one after the other. */
export async function sound(...moments: (string | Moment)[]): Promise<void> {
  if (!moments.length || !touched || settings.volume <= 0 || document.hidden) return;
  const { play } = await engine();
  play(moments.map((one) => (typeof one === 'string' ? { moment: one } : one)));
}

/** Say something aloud with the browser's own voice, in the language of the page, if the person wished for it. */
export function speak(text: string, language: string): void {
  if (!settings.speech || !text || typeof speechSynthesis === 'undefined') return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  said.rate = 1.05;
  speechSynthesis.speak(said);
}
