/**
 * Sounds made in the browser. Paper and wood near, one bell far; every sound has a visible twin.
 * "Your turn", "somebody moved" and "something terrible" differ in pitch, length and noise, so they differ on a bad speaker too.
 */
import { ZZFX, zzfx } from 'zzfx';
import { settings } from '../settings/settings.svelte';
import type { Moment } from './sound';

type Tone = (number | undefined)[];
interface Beat {
  tone: Tone;
  at: number;
}

const bell = (pitch: number, loud = 0.5): Tone => [loud, 0, pitch, 0.01, 0.08, 0.25, 0, 1.2, 0, 0, pitch / 2, 0.09];
const paper: Tone = [0.2, 0.1, 180, 0.005, 0.02, 0.06, 4, 1, 0, 0, 0, 0, 0, 2];
const latch: Tone = [0.35, 0.02, 160, 0.002, 0.01, 0.05, 2, 1.5, -8];
const knock: Tone = [0.5, 0.02, 110, 0.002, 0.02, 0.08, 3, 1.2, -4];
const stroke: Tone = [0.5, 0, 196, 0.003, 0.1, 1.1, 0, 2];
const swish: Tone = [0.25, 0, 420, 0.03, 0.05, 0.15, 0, 1, -6, 0, 0, 0, 0, 0.6];
const terrible: Tone = [0.7, 0, 130, 0.02, 0.25, 0.6, 0, 1.6, -1.2, 0, 0, 0, 0, 0.3, 0, 0, 0.12, 0.7, 0.1, 0.3];
const once = (tone: Tone): Beat[] => [{ tone, at: 0 }];
const run = (step: number, ...all: Tone[]): Beat[] => all.map((tone, n) => ({ tone, at: n * step }));

/** What each moment sounds like; games name these in the `tone` of their lines, except the first three. */
export const tones: Record<string, { kind: keyof typeof settings.sounds; beats: Beat[] }> = {
  yours: { kind: 'turn', beats: once(bell(523)) },
  select: { kind: 'moves', beats: once([0.2, 0.05, 880, 0, 0.01, 0.02, 1, 2]) },
  talk: {
    kind: 'moves',
    beats: run(90, [0.25, 0, 620, 0.01, 0.02, 0.06, 0, 1.2], [0.25, 0, 780, 0.01, 0.02, 0.08, 0, 1.2]),
  },
  move: { kind: 'moves', beats: once(paper) },
  card: { kind: 'moves', beats: run(120, paper, paper) },
  lock: { kind: 'moves', beats: once(latch) },
  reveal: {
    kind: 'moves',
    beats: [...run(110, latch, latch, latch), { tone: [0.3, 0, 300, 0.05, 0.1, 0.3, 0, 1, 3], at: 330 }],
  },
  rise: { kind: 'moves', beats: once([0.35, 0, 262, 0.005, 0.05, 0.2, 0, 1.3]) },
  turn: { kind: 'moves', beats: once(swish) },
  round: { kind: 'moves', beats: run(180, bell(262, 0.4), bell(392, 0.4)) },
  good: { kind: 'moves', beats: run(110, bell(659, 0.3), bell(880, 0.3)) },
  challenge: { kind: 'moves', beats: run(140, knock, knock, knock) },
  bad: { kind: 'disasters', beats: once([0.5, 0, 165, 0.02, 0.12, 0.3, 0, 1.6, -0.8, 0, 0, 0, 0, 0.15]) },
  disaster: { kind: 'disasters', beats: once(terrible) },
  midnight: { kind: 'disasters', beats: run(600, stroke, stroke, stroke) },
  sweep: { kind: 'moves', beats: once([0.4, 0.05, 90, 0.05, 0.15, 0.35, 4, 1, 0, 0, 0, 0, 0, 5]) },
  end: { kind: 'turn', beats: run(160, bell(523, 0.4), bell(392, 0.4)) },
  win: { kind: 'turn', beats: run(120, bell(392), bell(494), bell(587), bell(784)) },
  ghost: {
    kind: 'disasters',
    beats: [
      { tone: [0.7, 0, 330, 0.3, 0.6, 0.5, 0, 1, -0.3, 0, 0, 0, 0, 0.03, 6, 0, 0.18, 0.85, 0.1, 0.2], at: 0 },
      { tone: [0.7, 0, 247, 0.35, 0.9, 1, 0, 1, -0.2, 0, 0, 0, 0, 0.03, 5, 0, 0.22, 0.85, 0.1, 0.25], at: 700 },
    ],
  },
};
/** What several games call otherwise. */
const same: Record<string, string> = { take: 'disaster', turned: 'turn', relief: 'good', fame: 'good' };

/** The sound that a line of a game asks for; one that nobody knows is a move. */
export const toneOf = (tone = ''): string => (tone in tones ? tone : (same[tone] ?? 'move'));

/** A bell on a rising step: how far something has climbed, of 7. */
export const step = (n: number): Tone => [0.35, 0, 262 * 2 ** (n / 7), 0.005, 0.05, 0.2, 0, 1.3];

const APART = 150;
const MOST = 4;

/** Sound some moments one after the other, each kind once: of many lines that come together nobody hears a din. */
export function play(moments: readonly Moment[]): void {
  const kinds = new Set<string>();
  for (const { moment, level = 0 } of moments) {
    const tone = toneOf(moment);
    if (kinds.has(tone) || kinds.size >= MOST) continue;
    const { kind, beats } = tones[tone]!;
    const wait = APART * kinds.size;
    kinds.add(tone);
    if (!settings.sounds[kind]) continue;
    for (const beat of beats) void ring(tone === 'rise' && level ? step(level) : beat.tone, wait + beat.at);
  }
}

async function ring(tone: Tone, at: number): Promise<void> {
  ZZFX.volume = 0.3 * settings.volume;
  if (ZZFX.audioContext.state === 'suspended') await ZZFX.audioContext.resume().catch(() => undefined);
  setTimeout(() => zzfx(...tone), at);
}
