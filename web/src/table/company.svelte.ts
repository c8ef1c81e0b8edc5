/**
 * Everybody who shares this device at a table: each has a seat and a line of their own, and one of them holds the device.
 *
 *     Ada holds it --she has moved, and Ben is awaited--> a curtain --Ben says that it is he--> Ben holds it
 */
import { empty, fill, kept } from '../wire/seats';
import { http } from '../wire/http';
import { commandId, fresh, token } from '../wire/secret';
import { hex } from '../verify/sha256';
import { words } from '../words/words.svelte';
import { Play } from './play.svelte';

export class Company {
  plays: Play[] = $state.raw([]);
  private holder: Play = $state.raw() as Play;

  constructor(readonly table: string) {
    this.holder = new Play(table);
    this.plays = [this.holder];
  }

  /** Whoever holds the device. */
  get now(): Play {
    return this.holder;
  }

  /** Whether several people share it. */
  readonly several: boolean = $derived(this.plays.length > 1);

  /** Who is to have the device next: awaited, while whoever holds it is not. */
  readonly next: Play | undefined = $derived.by(() => {
    if (!this.several || this.holder.yours || this.holder.message?.phase !== 'playing') return undefined;
    const at = this.plays.indexOf(this.holder);
    return [...this.plays.slice(at + 1), ...this.plays.slice(0, at)].find((play) => play.yours);
  });

  /** Open a line for each that is kept, once the table is known by its id, and drop those whose seat is gone. */
  gather(): void {
    const owner = this.plays[0]!;
    if (!owner.message) return;
    const known = new Set(this.plays.map((play) => play.who));
    for (const who of Object.keys(kept(owner.id).more ?? {})) if (!known.has(who)) this.open(who);
    const seats = new Set([owner.message.you]);
    for (const play of this.plays.slice(1)) {
      const you = play.message?.you;
      if (you === undefined) continue;
      if (you < 0 || seats.has(you)) this.part(play);
      seats.add(you);
    }
  }

  /** Somebody sits down beside whoever is here. They are a guest of their own, whose key this device keeps. */
  async welcome(name: string): Promise<void> {
    const { id } = this.holder;
    const guest = await http.beside(name, words.language);
    const secret = token();
    await http.commandAs(guest, id, { t: 'sit', id: commandId(), seat: -1, token: secret, name });
    const who = hex(fresh(6));
    fill(id, who, { token: secret, guest });
    this.open(who);
  }

  /** Hand the device over. */
  hand(play: Play): void {
    this.holder.handed(true);
    this.holder = play;
    play.handed(false);
  }

  /** Somebody who shared the device leaves the table. */
  async leave(play: Play): Promise<void> {
    await play.ask({ t: 'leave' });
    this.part(play);
  }

  close(): void {
    for (const play of this.plays) play.close();
  }

  private open(who: string): void {
    const play = new Play(this.holder.id, -1, who);
    play.quiet = true;
    this.plays = [...this.plays, play];
  }

  private part(play: Play): void {
    empty(this.plays[0]!.id, play.who);
    play.close();
    this.plays = this.plays.filter((one) => one !== play);
    if (this.holder === play) this.hand(this.plays[0]!);
  }
}
