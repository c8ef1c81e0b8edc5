/** Every pair of tokens that carries meaning keeps its contrast (WCAG 2.2), in every theme: a token cannot drift. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const games = '../src/ghosthouse/games';
const sheets = readdirSync(games)
  .map((game) => `${games}/${game}/skin/tokens.css`)
  .filter((file) => existsSync(file));
const css = ['src/theatre/tokens.css', ...sheets].map((file) => readFileSync(file, 'utf8')).join('\n');

const tokens = (theme: string): Record<string, string> => {
  const block =
    theme === 'dark' ? /:root \{([\s\S]*?)\n\}/g : new RegExp(`data-theme='${theme}'\\] \\{([\\s\\S]*?)\\n\\}`, 'g');
  return Object.fromEntries(
    [...css.matchAll(block)].flatMap((one) =>
      [...one[1]!.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})\b/gi)].map((m) => [m[1]!, m[2]!]),
    ),
  );
};
const channels = (hex: string): number[] => {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((x) => x + x).join('') : hex.slice(1);
  return [0, 2, 4].map((i) => Number.parseInt(digits.slice(i, i + 2), 16) / 255);
};
const light = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = channels(hex).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ratio = (a: string, b: string): number => {
  const [x = 0, y = 0] = [light(a), light(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};

const TEXT = 4.5;
const SHAPE = 3;
const pairs: [string, string, number][] = [
  ['text', 'night-1', TEXT],
  ['text', 'night-3', TEXT],
  ['text-2', 'night-2', TEXT],
  ['text-2', 'night-3', TEXT],
  ['text-3', 'night-2', TEXT],
  ['candle-ink', 'candle', TEXT],
  ['lit-line', 'night-2', SHAPE],
  ['candle-hi', 'night-2', TEXT],
  ['danger', 'night-2', TEXT],
  ['danger-ink', 'danger', TEXT],
  ['ok', 'night-2', TEXT],
  ['line', 'night-2', SHAPE],
  ['curtain-text', 'curtain', TEXT],
  ['curtain-text', 'curtain-2', TEXT],
  ['tower-ink', 'tower-roof', SHAPE],
  ['tower-num', 'window-off', SHAPE],
  ['paper-ink', 'paper', TEXT],
  ['paper-ink-2', 'paper', TEXT],
  ...[...'wkbrgym'].flatMap((k): [string, string, number][] => [
    [`${k}-body`, `${k}-ground`, SHAPE],
    [`${k}-body`, `${k}-moon`, SHAPE],
  ]),
  ...[...'rgby'].map((k): [string, string, number] => [`${k}-ink`, `${k}-body`, TEXT]),
  ...[...'fps'].map((k): [string, string, number] => [`${k}-body`, `${k}-ground`, SHAPE]),
  ...[1, 2, 3].flatMap((n): [string, string, number][] => [
    [`l${n}-ink`, `l${n}-paper`, TEXT],
    [`l${n}-dimink`, `l${n}-dim`, TEXT],
  ]),
];

describe.each(['dark', 'light', 'contrast'])('the %s theme', (theme) => {
  const all = { ...tokens('dark'), ...(theme === 'dark' ? {} : tokens(theme)) };

  it.each(pairs)('reads %s on %s at %f to 1', (front, back, needs) => {
    expect(ratio(all[front]!, all[back]!)).toBeGreaterThanOrEqual(needs);
  });
});
