/**
 * Picking things up: which pieces answer to a touch, and which choice the picked ones make.
 * It reads the choices that the house sent and decides no rule: a piece is lit because a legal choice asks for it.
 *
 *     idle --touch a lit piece--> holding --touch more--> holding ... --the picks are a choice--> ready --play--> idle
 *          --touch another-----> refused (reason and clause), and still idle
 */
import type { Choice, Piece, View } from '../wire/types';

/** A piece on the table: zone and index, as choices name it. */
export interface Spot {
  zone: string;
  index: number;
}

export type Touched =
  { what: 'picked' | 'dropped' | 'nothing' } | { what: 'ready'; choice: Choice } | { what: 'refused'; choice: Choice };

/** The pieces of a zone as the chooser means it: on the own place first, else on the table. */
export function piecesAt(view: View, seat: number, zone: string): Piece[] {
  const own = view.places?.find((place) => place.seat === seat)?.zones?.find((one) => one.id === zone);
  return (own ?? view.zones?.find((one) => one.id === zone))?.pieces ?? [];
}

const same = (a: Spot, b: Spot): boolean => a.zone === b.zone && a.index === b.index;

export class Picking {
  /** What is held, in the order of the touches. */
  held: Spot[] = $state([]);

  /** A skin may know more about what is meant than the touches say: which way a card lies, at which end it goes. */
  narrow: (choice: Choice) => boolean = () => true;

  constructor(private readonly table: () => { view: View | null; seat: number; choices: Choice[] }) {}

  /** Equal pieces are as good as each other: two black ones of the same number are one kind. */
  private kind(spot: Spot): string {
    const { view, seat } = this.table();
    const piece = view ? piecesAt(view, seat, spot.zone)[spot.index] : undefined;
    return piece?.id
      ? `${spot.zone} ${piece.id} ${piece.tags?.join() ?? ''} ${piece.text ?? ''}`
      : `${spot.zone} #${spot.index}`;
  }

  private readonly asked = $derived.by(() =>
    this.table().choices.map((choice) => ({
      choice,
      legal: choice.legal !== false,
      kinds: (choice.picks ?? []).map(([zone, index]) => this.kind({ zone, index })),
    })),
  );

  private readonly heldKinds = $derived(this.held.map((spot) => this.kind(spot)));

  private goesOn(kinds: string[]) {
    return this.asked.filter((one) => one.legal && holds(one.kinds, kinds));
  }

  /** The legal choices that the held pieces make, without a further touch. */
  readonly ready: Choice[] = $derived(
    this.held.length === 0
      ? []
      : this.goesOn(this.heldKinds)
          .filter((one) => one.kinds.length === this.held.length)
          .map((one) => one.choice)
          .filter((choice) => this.narrow(choice)),
  );

  /** The choices that need no piece at all, legal or not. */
  readonly bare: Choice[] = $derived(this.asked.filter((one) => one.kinds.length === 0).map((one) => one.choice));

  /** Whether any legal choice asks for a piece. */
  readonly asksForPieces: boolean = $derived(this.asked.some((one) => one.legal && one.kinds.length > 0));

  isHeld(spot: Spot): boolean {
    return this.held.some((one) => same(one, spot));
  }

  /** Whether any choice, legal or not, asks for this piece. */
  isAsked(spot: Spot): boolean {
    const kind = this.kind(spot);
    return this.asked.some((one) => one.kinds.includes(kind));
  }

  /** Whether a legal choice asks for this piece. */
  isLit(spot: Spot): boolean {
    return this.goesOn([this.kind(spot)]).length > 0;
  }

  /** Whether a legal choice asks for this piece together with what is held. */
  isNext(spot: Spot): boolean {
    return this.held.length > 0 && !this.isHeld(spot) && this.goesOn([...this.heldKinds, this.kind(spot)]).length > 0;
  }

  /** The choice that would be made with this piece alone (or first of all): what it would do, or why it cannot be. */
  about(spot: Spot): Choice | undefined {
    const kind = this.kind(spot);
    const about = this.asked.filter((one) => one.kinds.includes(kind));
    const alone = about.filter((one) => one.kinds.length === 1);
    return (alone.find((one) => one.legal) ?? about.find((one) => one.legal) ?? alone[0] ?? about[0])?.choice;
  }

  /** Touch a piece. A second touch on what makes exactly one choice plays it. */
  touch(spot: Spot): Touched {
    if (this.isHeld(spot)) {
      if (this.ready.length === 1) return { what: 'ready', choice: this.ready[0]! };
      this.held = this.held.filter((one) => !same(one, spot));
      return { what: 'dropped' };
    }
    if (this.isNext(spot)) this.held = [...this.held, spot];
    else if (this.isLit(spot)) this.held = [spot];
    else {
      const choice = this.about(spot);
      return choice ? { what: 'refused', choice } : { what: 'nothing' };
    }
    return { what: 'picked' };
  }

  /** Put a held piece back. */
  drop(spot: Spot): void {
    this.held = this.held.filter((one) => !same(one, spot));
  }

  /** Put everything back. */
  clear(): void {
    if (this.held.length) this.held = [];
  }
}

/** Whether `all` holds every one of `some`, as often as it occurs there. */
function holds(all: string[], some: string[]): boolean {
  const left = [...all];
  return some.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
