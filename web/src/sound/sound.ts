/**
 * Sounds made in the browser. Paper and wood near, one bell far; every sound has a visible twin.
 * "Your turn", "somebody moved" and "something terrible" differ in pitch, length and noise, so they differ on a bad speaker too.
 */
import { settings } from '../settings/settings.svelte';

type Tone = (number | undefined)[];
interface Beat {
  tone: Tone;
  at: number;
}

const bell = (pitch: number): Tone => [0.5, 0, pitch, 0.01, 0.08, 0.25, 0, 1.2, 0, 0, pitch / 2, 0.09];
const latch: Tone = [0.35, 0.02, 160, 0.002, 0.01, 0.05, 2, 1.5, -8];
const stroke: Tone = [0.5, 0, 196, 0.003, 0.1, 1.1, 0, 2];
const once = (tone: Tone): Beat[] => [{ tone, at: 0 }];

/** What each moment sounds like; games name these in the `tone` of their lines. */
export const tones: Record<string, { kind: keyof typeof settings.sounds; beats: Beat[] }> = {
  turn: { kind: 'turn', beats: once(bell(523)) },
  move: { kind: 'moves', beats: once([0.2, 0.1, 180, 0.005, 0.02, 0.06, 4, 1, 0, 0, 0, 0, 0, 2]) },
  select: { kind: 'moves', beats: once([0.2, 0.05, 880, 0, 0.01, 0.02, 1, 2]) },
  lock: { kind: 'moves', beats: once(latch) },
  reveal: {
    kind: 'moves',
    beats: [
      ...[0, 110, 220].map((at) => ({ tone: latch, at })),
      { tone: [0.3, 0, 300, 0.05, 0.1, 0.3, 0, 1, 3], at: 330 },
    ],
  },
  turned: { kind: 'moves', beats: once([0.25, 0, 420, 0.03, 0.05, 0.15, 0, 1, -6, 0, 0, 0, 0, 0.6]) },
  disaster: {
    kind: 'disasters',
    beats: once([0.7, 0, 130, 0.02, 0.25, 0.6, 0, 1.6, -1.2, 0, 0, 0, 0, 0.3, 0, 0, 0.12, 0.7, 0.1, 0.3]),
  },
  midnight: { kind: 'disasters', beats: [0, 600, 1200].map((at) => ({ tone: stroke, at })) },
  sweep: { kind: 'moves', beats: once([0.4, 0.05, 90, 0.05, 0.15, 0.35, 4, 1, 0, 0, 0, 0, 0, 5]) },
  win: { kind: 'turn', beats: [392, 494, 587, 784].map((pitch, i) => ({ tone: bell(pitch), at: i * 120 })) },
  ghost: {
    kind: 'disasters',
    beats: [
      { tone: [0.7, 0, 330, 0.3, 0.6, 0.5, 0, 1, -0.3, 0, 0, 0, 0, 0.03, 6, 0, 0.18, 0.85, 0.1, 0.2], at: 0 },
      { tone: [0.7, 0, 247, 0.35, 0.9, 1, 0, 1, -0.2, 0, 0, 0, 0, 0.03, 5, 0, 0.22, 0.85, 0.1, 0.25], at: 700 },
    ],
  },
};

/** A bell on a rising step: how far something has climbed, of 7. */
export const step = (n: number): Tone => [0.35, 0, 262 * 2 ** (n / 7), 0.005, 0.05, 0.2, 0, 1.3];

let touched = false;
let engine: Promise<typeof import('zzfx')> | undefined;

/** Sounds begin with the first touch or key: browsers allow none before, and nobody is startled. */
export function listenForTouch(): void {
  const wake = () => {
    touched = true;
    engine ??= import('zzfx');
  };
  addEventListener('pointerdown', wake, { once: true });
  addEventListener('keydown', wake, { once: true });
}

/** Sound a moment; an unknown one is a move. */
export async function sound(moment: string): Promise<void> {
  const { kind, beats } = tones[moment] ?? tones['move']!;
  if (!settings.sounds[kind]) return;
  for (const { tone, at } of beats) void ring(tone, at);
}

/** Sound one tone after some milliseconds. */
export async function ring(tone: Tone, at = 0): Promise<void> {
  if (!touched || settings.volume <= 0 || document.hidden) return;
  engine ??= import('zzfx');
  const { ZZFX, zzfx } = await engine;
  ZZFX.volume = 0.3 * settings.volume;
  if (ZZFX.audioContext.state === 'suspended') await ZZFX.audioContext.resume().catch(() => undefined);
  setTimeout(() => zzfx(...tone), at);
}

/** Say something aloud with the browser's own voice, in the language of the page, if the person wished for it. */
export function speak(text: string, language: string): void {
  if (!settings.speech || !text || typeof speechSynthesis === 'undefined') return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = language;
  said.rate = 1.05;
  speechSynthesis.speak(said);
}
