/** What is on the stage, through somebody's eyes: the live table and the replay both draw this. */
import { calm } from '../settings/settings.svelte';
import type { Picture, Skin } from '../skins/skin';
import type { Choice, Heard, Line, Piece, Place, Seat, View, Zone } from '../wire/types';
import { t, Tongue } from '../words/words.svelte';
import { Picking, type Spot } from './picking.svelte';

export interface Source {
  title: string;
  view: View;
  /** Whose eyes: a seat, or -1. */
  viewer: number;
  /** The seat that this device plays, or -1. */
  you: number;
  seats: Seat[];
  choices: Choice[];
  skin: Skin | undefined;
  /** A choice was made by touch: ask the house. */
  choose: (choice: Choice) => void;
  /** A touch was refused: say why. */
  refuse: (choice: Choice) => void;
  /** Whether one touch on a piece plays it, where it makes exactly one choice. */
  quick: boolean;
  onPick: () => void;
  /** What was heard last, of this game. */
  news: Heard[];
}

/** What somebody says just now, as a bubble at their seat; `phrase` is set for the ready phrases, which have a face. */
export interface Said {
  id: number;
  text: string;
  phrase: string;
}

const CALLED = 2600;
const TALKED = 4200;
const SHOUTED = 1800;
/** Choices that are revealed at once are told one after the other, in the order of the rules. */
const BEAT = 260;
let bubbles = 0;

export class Scene {
  readonly picking: Picking;
  /** What is said aloud just now, by seat. */
  said: Record<number, Said> = $state({});
  /** What the table itself calls: midnight, a bust. */
  shout: Said | null = $state.raw(null);
  /** How this game speaks. */
  readonly tongue = new Tongue(() => this.game);

  constructor(private readonly source: () => Source) {
    this.picking = new Picking(() => {
      const { view, choices, viewer } = source();
      return { view, choices, seat: viewer };
    });
  }

  get view(): View {
    return this.source().view;
  }
  get viewer(): number {
    return this.source().viewer;
  }
  get you(): number {
    return this.source().you;
  }
  get seats(): Seat[] {
    return this.source().seats;
  }
  get skin(): Skin | undefined {
    return this.source().skin;
  }
  get choices(): Choice[] {
    return this.source().choices;
  }
  get title(): string {
    return this.source().title;
  }
  get game(): string {
    return this.title.split('/')[0]!;
  }

  /** Names by seat, as others say them. */
  readonly names: string[] = $derived.by(() => this.source().seats.map((seat) => nameOf(seat)));

  /** Places in seating order, the viewer's own first. */
  readonly places: Place[] = $derived.by(() => {
    const { view, viewer } = this.source();
    const places = [...(view.places ?? [])].sort((a, b) => a.seat - b.seat);
    const own = places.findIndex((place) => place.seat === viewer);
    return own > 0 ? [...places.slice(own), ...places.slice(0, own)] : places;
  });

  /** The place of the viewer. */
  readonly own: Place | undefined = $derived.by(() => this.view.places?.find((place) => place.seat === this.viewer));

  /** The lines of the last move. */
  readonly last: Heard[] = $derived.by(() => {
    const { news } = this.source();
    const ply = news.findLast((one) => (one.ply ?? -1) >= 0)?.ply;
    return ply === undefined ? [] : news.filter((one) => one.ply === ply);
  });
  /** Who moved last, or -1. */
  readonly mover: number = $derived(
    this.last.find((one) => one.line.seats?.['who'] !== undefined)?.line.seats?.['who'] ?? -1,
  );
  /** What was called aloud with the last move, or nothing. */
  readonly call: string = $derived.by(() => {
    const line = this.last.findLast((one) => one.line.call)?.line;
    return line ? this.tongue.call(line, this.names) : '';
  });

  /** Let a line be said aloud at its seat, where it is talk, a call, or a choice that was hidden until now; `n` lines came before it. */
  speakUp({ line, by = -1, ply = -1 }: Heard, n = 0): void {
    const talk = ply < 0 && by >= 0 && line.phrase.startsWith('talk.');
    const seat = talk ? by : (line.seats?.['who'] ?? -1);
    const text = talk
      ? this.say(line)
      : (this.skin?.ownCalls ? '' : this.tongue.call(line, this.names)) ||
        this.tongue.first([`tab.${line.phrase.slice(line.phrase.indexOf('.') + 1)}`]);
    if (!text || (ply < 0 && !talk)) return;
    const id = ++bubbles;
    if (seat < 0) {
      // Nobody's call is everybody's: it stands large over the stage for a moment.
      this.shout = { id, text, phrase: '' };
      setTimeout(() => (this.shout = this.shout?.id === id ? null : this.shout), SHOUTED);
      return;
    }
    const wait = talk || calm() ? 0 : n * BEAT;
    setTimeout(() => (this.said = { ...this.said, [seat]: { id, text, phrase: talk ? line.phrase : '' } }), wait);
    setTimeout(
      () => {
        if (this.said[seat]?.id !== id) return;
        const { [seat]: _, ...others } = this.said;
        this.said = others;
      },
      wait + (talk ? TALKED : CALLED),
    );
  }

  /** A zone of the table. */
  readonly zone = (id: string): Zone | undefined => this.view.zones?.find((zone) => zone.id === id);
  /** A zone of the viewer's own place. */
  readonly ownZone = (id: string): Zone | undefined => zoneOf(this.own, id);
  number(id: string): number {
    return this.view.numbers?.[id] ?? 0;
  }
  has(flag: string): boolean {
    return this.view.flags?.includes(flag) ?? false;
  }

  /** How a seat is called here: "You" for this device's own. */
  name(seat: number): string {
    return seat === this.you ? t('seat.you') : (this.names[seat] ?? '');
  }

  /** Word a line for whoever looks. */
  say(line: Line): string {
    return this.tongue.say(line, this.names, this.you);
  }

  /** The same in parts: names stand out, wherever the language puts them. */
  parts(line: Line): { text: string; name: boolean }[] {
    const marked = (name: string) => `\uE000${name}\uE001`;
    const told = this.tongue.say(line, this.names.map(marked), this.you);
    return told
      .split(/(\uE000[^\uE001]*\uE001)/)
      .filter(Boolean)
      .map((text) => ({ text: text.replace(/[\uE000\uE001]/g, ''), name: text.startsWith('\uE000') }));
  }

  /** The picture that stands for a line: of the piece that it tells of. */
  sign(line: Line): Picture | undefined {
    const { skin } = this;
    const term = Object.values(line.terms ?? {}).find((one) => one.startsWith('piece.'));
    const piece = skin?.sign?.(line) ?? (term ? { id: term.slice(6) } : undefined);
    return piece && skin?.picture('', piece);
  }

  /** The same in fewer words, where the game has them: what stands on a small paper. */
  short(line: Line): string {
    return this.tongue.short(line, this.names, this.you);
  }

  /** Pieces by name, equal ones counted. */
  list(pieces: Piece[]): string {
    const counts = new Map<string, number>();
    for (const piece of pieces) counts.set(this.piece(piece), (counts.get(this.piece(piece)) ?? 0) + 1);
    return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
  }

  /** The name of a piece; one that shows nothing is face down. */
  piece(piece: Piece): string {
    if (!piece.id) return piece.text || t('piece.hidden');
    const name = this.tongue.first([`piece.${piece.id}`]) || piece.text || piece.id;
    return piece.says?.length ? `${name} (${piece.says.map((line) => this.say(line)).join(', ')})` : name;
  }

  /** What a piece is called when it can be touched: its name, and what it would do or why it cannot. */
  label(spot: Spot, piece: Piece): string {
    const about = this.picking.about(spot);
    if (!about) return this.piece(piece);
    if (about.legal === false)
      return t('piece.refused', { piece: this.piece(piece), why: about.why ? this.say(about.why) : '' });
    return about.line ? t('piece.does', { piece: this.piece(piece), what: this.say(about.line) }) : this.piece(piece);
  }

  /** Touch a piece. */
  touch(spot: Spot): void {
    const { choose, refuse, quick, onPick } = this.source();
    const touched = this.picking.touch(spot);
    if (touched.what === 'refused') refuse(touched.choice);
    else if (touched.what === 'ready') choose(touched.choice);
    else if (touched.what === 'picked') {
      onPick();
      const ready = this.picking.ready;
      if (quick && ready.length === 1 && !this.asksForMore(spot)) choose(ready[0]!);
    }
  }

  /** Make a choice, or say why it cannot be made. */
  act(choice: Choice): void {
    const { choose, refuse } = this.source();
    if (choice.legal === false) refuse(choice);
    else choose(choice);
  }

  private asksForMore(spot: Spot): boolean {
    const pieces = (this.ownZone(spot.zone) ?? this.zone(spot.zone))?.pieces ?? [];
    return pieces.some((_, index) => this.picking.isNext({ zone: spot.zone, index }));
  }
}

/** A zone of a place. */
export const zoneOf = (place: Place | undefined, id: string): Zone | undefined =>
  place?.zones?.find((zone) => zone.id === id);

/** Whether somebody at the table is called so already: two of a name would make nonsense of every sentence. */
export const nameTaken = (seats: readonly Seat[], name: string): boolean =>
  seats.some((seat) => seat.who !== 'free' && nameOf(seat).toLowerCase() === name.toLowerCase());

/** The name of whoever sits there. */
export function nameOf(seat: Seat): string {
  if (seat.who === 'free') return t('seat.free');
  if (seat.name) return seat.name;
  if (seat.who !== 'bot') return t('seat.somebody');
  // A bot is called by the emblem of its seat; in a large ring the names begin again, with a number.
  const names = t('bot.names').split('|');
  const round = Math.floor(seat.seat / names.length);
  return (names[seat.seat % names.length] ?? t('seat.bot')) + (round ? ` ${round + 1}` : '');
}
