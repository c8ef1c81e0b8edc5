/** What a hand is doing before it locks: which cards are turned over, and at which end the held one would go. */
import type { Scene } from '$house/table/scene.svelte';
import type { Choice, Piece } from '$house/wire/types';

export type End = 'left' | 'right' | 'slot';

/** The two letters of a card as the house writes it: `N/O`. */
export const pairOf = (piece: Piece | undefined): [string, string] => {
  const [up = '', down = ''] = (piece?.id ?? '').split('/');
  return [up, down || up];
};

/** The end that a choice is about. */
export const endOf = (choice: Choice): End | '' =>
  (/_(left|right|slot)$/.exec(choice.line?.phrase ?? '')?.[1] as End | undefined) ?? '';

export class Desk {
  private turned: Record<string, boolean> = $state({});
  end: End | '' = $state('');

  constructor(private readonly scene: Scene) {
    scene.picking.narrow = (choice) => this.fits(choice);
  }

  /** The letters of a hand card as it lies now: up, down, and their colours. */
  lies(piece: Piece): { up: string; down: string; colours: [string, string] } {
    const [up, down] = pairOf(piece);
    const [a = 'green', b = a] = piece.tags ?? [];
    return this.turned[piece.id ?? ''] ? { up: down, down: up, colours: [b, a] } : { up, down, colours: [a, b] };
  }

  /** Turn a card over. */
  turn(piece: Piece): void {
    this.turned = { ...this.turned, [piece.id ?? '']: !this.turned[piece.id ?? ''] };
  }

  /** The card that is held, or nothing. */
  get held(): Piece | undefined {
    const spot = this.scene.picking.held.find((one) => one.zone === 'hand');
    return spot && this.scene.ownZone('hand')?.pieces?.[spot.index];
  }

  /** Say where the held card goes; once more at the same end takes it back. */
  put(end: End): void {
    this.end = this.end === end ? '' : end;
  }

  /** Lay the held card as a choice means it: the right letter upright, at the right end. */
  lay(choice: Choice): void {
    const { held } = this;
    const letter = choice.line?.texts?.['letter'];
    if (held && letter !== undefined && letter !== this.lies(held).up) this.turn(held);
    this.end = endOf(choice);
  }

  private fits(choice: Choice): boolean {
    const held = this.held;
    const letter = choice.line?.texts?.['letter'];
    if (!held || letter === undefined || !endOf(choice)) return true;
    return letter === this.lies(held).up && (this.end === '' || this.end === endOf(choice));
  }
}

const desks = new WeakMap<Scene, Desk>();

/** The desk of a scene: stage and hand work on the same one. */
export function deskOf(scene: Scene): Desk {
  let desk = desks.get(scene);
  if (!desk) {
    desk = new Desk(scene);
    desks.set(scene, desk);
  }
  return desk;
}
