/** Show a choice: take up the pieces that it asks for, and stand on what is to be pressed. Making it is left to the person. */
import { tick } from 'svelte';
import type { Scene } from '../table/scene.svelte';
import type { Choice } from '../wire/types';

const all = (what: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(what)];
const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));

export async function show(scene: Scene, choice: Choice | undefined): Promise<void> {
  const picks = (choice?.picks ?? []).map(([zone, index]) => ({ zone, index }));
  const legal = choice?.legal !== false;
  scene.picking.held = legal ? picks : [];
  if (choice && legal) scene.skin?.lay?.(choice, scene);
  await tick();
  await frame();
  const button = () => all('[data-move]').find((one) => one.dataset['move'] === choice?.move);
  // A choice may stand behind a button, on a sheet with others of its kind.
  const bundle = all('[data-moves]').find((one) => one.dataset['moves']!.split('\n').includes(choice?.move ?? ''));
  if (!button() && bundle) {
    bundle.click();
    for (let waited = 0; !button() && waited < 120; waited++) await frame();
  }
  const piece =
    picks[0] && all('[data-spot]').find((one) => one.dataset['spot'] === `${picks[0]!.zone}/${picks[0]!.index}`);
  const shown =
    button() ?? (legal ? undefined : piece) ?? all('.hand-area form input, .hand-area .btn.main')[0] ?? piece;
  shown?.focus();
}
