/**
 * One live table: what the house said last, what was heard so far, and what this device asks of it.
 * State flows one way: a message comes in, the scene is drawn from it; a touch becomes a command, never a change.
 */
import { settings } from '../settings/settings.svelte';
import { skinOf } from '../skins/skins';
import type { Skin } from '../skins/skin';
import { sound, speak, type Moment } from '../sound/sound';
import { hex, sha256, unhex } from '../verify/sha256';
import { arrive, isKnown } from '../wire/http';
import { fresh, hashOf, token } from '../wire/secret';
import { fill, forget, pocket } from '../wire/seats';
import { Refused, Socket, type Link, type Wish } from '../wire/socket';
import type { AnyCommand, Choice, Heard, Line, No, Outgoing, Seat, TableMessage } from '../wire/types';
import { words, type Word } from '../words/words.svelte';
import { Scene } from './scene.svelte';

/** A notice over the stage: a sentence of the house or ours, and the clause it comes from. */
export interface Notice {
  id: number;
  line?: Line | undefined;
  word?: Word;
  /** Or a sentence that is worded already. */
  text?: string;
  clause?: string;
  mood: 'no' | 'news';
}

let notices = 0;

export class Play {
  message: TableMessage | null = $state.raw(null);
  lines: Heard[] = $state.raw([]);
  link: Link = $state('coming');
  /** The house cannot store moves just now. */
  outage: Line | null = $state.raw(null);
  /** The house said goodbye, or does not know the table. */
  gone: { line?: Line; code: string } | null = $state.raw(null);
  notices: Notice[] = $state([]);
  /** Lines that came while nobody was looking. */
  missed: Heard[] = $state.raw([]);
  /** A round that has just ended, until the person goes on. */
  roundOver: { number: number; lines: Heard[] } | null = $state.raw(null);
  /** Commands on their way. */
  sending = $state(0);
  skin: Skin | undefined = $state.raw(undefined);
  skinReady = $state(false);
  /** The house's clock minus ours, in milliseconds. */
  private ahead = 0;
  private readonly socket: Socket;
  private seenAt = 0;
  private lookedAt: number;
  private dressed = '';
  private promised = -1;
  private shown = -1;
  private wasYours = false;
  /** Somebody else holds the device: nothing is sounded or said. */
  quiet = false;
  readonly scene: Scene;

  constructor(
    readonly table: string,
    /** The seat whose eyes a spectator borrows. */
    private eyes = -1,
    /** Who of those that share this device: '' is its owner. */
    readonly who = '',
  ) {
    this.lookedAt = Number(sessionStorage.getItem(`looked ${table}`) ?? 0);
    this.scene = new Scene(() => ({
      title: this.message?.title ?? '',
      view: this.message?.view ?? { viewer: -1 },
      viewer: this.message?.eyes ?? -1,
      you: this.message?.you ?? -1,
      seats: this.message?.seats ?? [],
      choices: this.sending ? [] : (this.message?.choices ?? []),
      skin: this.skin,
      choose: (choice) => void this.move(choice),
      refuse: (choice) => this.refuse(choice),
      quick: settings.oneTap,
      onPick: () => void sound('select'),
      news: this.lines.slice(-12),
    }));
    this.socket = new Socket(() => ({ table, seen: this.seenAt, token: this.secret ?? null, eyes: this.eyes }), {
      link: (link) => {
        this.link = link;
      },
      heard: (message) => this.hear(message),
    });
    document.addEventListener('visibilitychange', this.looked);
  }

  /** The id of the table, also where a short code led here. */
  get id(): string {
    return this.message?.table ?? this.table;
  }

  /** The secret of the seat. */
  get secret(): string | undefined {
    return pocket(this.id, this.who).token;
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.looked);
    this.socket.close();
  }

  /** Whether this device may send such a command now, or ask for a hint. */
  may(tag: AnyCommand['t'] | 'hint'): boolean {
    return this.message?.may.includes(tag) ?? false;
  }

  /** Whether this viewer owes a decision. */
  get yours(): boolean {
    return (this.message?.decision ?? 0) > 0 && (this.message?.choices.length ?? 0) > 0;
  }

  /** What a clock shows now, in milliseconds, or -1. */
  left(seat: Seat, now: number): number {
    const ms = seat.left_ms ?? -1;
    if (ms < 0 || !this.message) return -1;
    return seat.running ? Math.max(0, ms - (now + this.ahead - this.message.now)) : ms;
  }

  /** Look through another seat's eyes, where the table allows it. */
  look(eyes: number): void {
    this.eyes = eyes;
    this.seenAt = 0;
    this.socket.again();
  }

  /** Ask the house for something; a refusal becomes a notice. */
  async ask(wish: Wish): Promise<boolean> {
    this.sending++;
    try {
      await this.socket.send(wish);
      return true;
    } catch (why) {
      if (why instanceof Refused) {
        // A stale answer is no mistake of anybody's: the table has moved on, and the new one is already on its way.
        if (why.no.code !== 'stale') this.notice({ line: why.no.line, clause: why.no.clause ?? '', mood: 'no' });
      } else this.notice({ word: 'trouble.away', mood: 'no' });
      return false;
    } finally {
      this.sending--;
    }
  }

  /** Make a move. */
  async move(choice: Choice): Promise<void> {
    const decision = this.message?.decision ?? 0;
    if (!decision) return;
    void sound(this.message?.view?.awaited?.length === 1 ? 'move' : 'lock');
    this.scene.picking.clear();
    await this.ask({ t: 'move', decision, move: choice.move });
  }

  /** Take a seat: its secret is made here, and kept here alone. The house knows this guest already, by a cookie. */
  async sitDown(seat: number, name: string): Promise<boolean> {
    this.socket.again(); // the cookie is new: greet once more, so that it is seen
    const secret = token();
    fill(this.id, this.who, { token: secret });
    const sat = await this.ask({ t: 'sit', seat, token: secret, name });
    if (!sat) forget(this.id);
    else this.socket.again(); // greet once more, now with the secret
    return sat;
  }

  /**
   * Claim a seat with a ticket from another device. A device that was never here comes in first, by the name that the ticket brings:
   * then the seat is its own from now on, stands among its tables, and leaves the device where it was.
   */
  async claim(ticket: string, name = ''): Promise<boolean> {
    if (!isKnown()) {
      settings.name ||= name;
      await arrive().catch(() => undefined);
      this.socket.again();
    }
    const secret = token();
    const had = this.secret;
    fill(this.id, this.who, { token: secret });
    const claimed = await this.ask({ t: 'claim', ticket, token: secret });
    if (!claimed && had) fill(this.id, this.who, { token: had });
    if (claimed) this.socket.again();
    return claimed;
  }

  /** Make a ticket for another device; the text goes into a link, the house learns only its hash. */
  async ticket(): Promise<string> {
    const ticket = token();
    return (await this.ask({ t: 'ticket', hash: hashOf(ticket) })) ? ticket : '';
  }

  notice(notice: Omit<Notice, 'id'>): void {
    const id = ++notices;
    this.notices = [...this.notices.filter((one) => one.mood !== notice.mood), { ...notice, id }];
    setTimeout(() => this.dismiss(id), 9000);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((one) => one.id !== id);
  }

  /** The device is handed over: what happened meanwhile was seen by everybody who sits around it. */
  handed(quiet: boolean): void {
    this.quiet = quiet;
    this.roundOver = null;
    this.scene.picking.clear();
    if (!quiet) this.caughtUp();
  }

  /** The digest has been read. */
  caughtUp(): void {
    this.missed = [];
    this.lookedAt = this.message?.at ?? 0;
    sessionStorage.setItem(`looked ${this.id}`, String(this.lookedAt));
  }

  /** The end of the round has been read. */
  onWithIt(): void {
    this.roundOver = null;
  }

  private refuse(choice: Choice): void {
    this.notice({ line: choice.why ?? undefined, clause: choice.clause ?? '', mood: 'no' });
  }

  private hear(message: Outgoing): void {
    if (message.t === 'table') this.take(message);
    else if (message.t === 'paused') this.outage = message.on ? message.line : null;
    else if (message.t === 'bye') this.gone = message.again ? this.gone : { line: message.line, code: message.code };
    else if (message.t === 'no' && !message.id) this.lost(message);
  }

  private lost(no: No): void {
    if (this.message) this.notice({ line: no.line, mood: 'no' });
    else this.gone = { line: no.line, code: no.code };
  }

  private take(message: TableMessage): void {
    const before = this.message;
    this.ahead = message.now - Date.now();
    this.lines = [...this.lines.filter((line) => line.at <= message.after), ...message.lines];
    this.seenAt = message.at;
    const first = !this.message;
    this.message = message;
    this.gone = null;
    if (first && message.you < 0 && message.table !== this.table && this.secret) this.socket.again();
    void this.dress(message.title);
    void this.fairly(message);
    if (message.decision !== before?.decision) this.scene.picking.clear();
    const news = before ? message.lines.filter((line) => line.at > before.at) : [];
    this.tell(news, message);
    this.lookAtRound(before, message, news);
    if (document.hidden || !before) this.collect(message);
    else this.looked();
  }

  private async dress(title: string): Promise<void> {
    const game = title.split('/')[0]!;
    if (this.dressed === game) return;
    this.dressed = game;
    const [skin] = await Promise.all([skinOf(game), words.dress(game)]);
    this.skin = skin;
    this.skinReady = true;
  }

  /** Promise 16 bytes before each deal and show them when it comes, so that nobody can steer it. */
  private async fairly(message: TableMessage): Promise<void> {
    if (message.you < 0) return;
    if (message.may.includes('commit') && this.promised < message.game && !message.seats[message.you]?.promised) {
      this.promised = message.game;
      const bytes = hex(fresh(16));
      fill(this.id, this.who, { bytes });
      await this.quietly({ t: 'commit', hash: hex(sha256(unhex(bytes))) });
    } else if (message.may.includes('reveal') && this.shown < message.at) {
      this.shown = message.at;
      const { bytes } = pocket(this.id, this.who);
      if (bytes) await this.quietly({ t: 'reveal', bytes });
    }
  }

  private async quietly(wish: Wish): Promise<void> {
    await this.socket.send(wish).catch(() => undefined);
  }

  /** Games that count rounds show the number: when it rises, what came before is told once more, together. */
  private lookAtRound(before: TableMessage | null, message: TableMessage, news: Heard[]): void {
    const was = before?.view?.numbers?.['round'] ?? 0;
    const is = message.view?.numbers?.['round'] ?? 0;
    if (message.phase !== 'playing' || before?.game !== message.game) this.roundOver = null;
    else if (was && is > was && !document.hidden) {
      const told = news.filter((one) => (one.ply ?? -1) >= 0);
      // What the new round begins with is not how the old one ended.
      const next = told.findLastIndex(
        ({ line: { tone, numbers } }) => tone === 'round' && Object.values(numbers ?? {}).includes(is),
      );
      this.roundOver = { number: was, lines: next > 0 ? told.slice(0, next) : told };
    }
  }

  private tell(news: Heard[], message: TableMessage): void {
    const yours = message.decision > 0;
    const moments: Moment[] = [];
    for (const [n, one] of news.entries()) {
      const { line, by = -1, ply = -1 } = one;
      const talk = ply < 0;
      const own = (talk ? by : line.seats?.['who']) === message.you;
      if (talk ? by >= 0 && !own : line.tone && !(own && line.tone === 'move'))
        moments.push({ moment: talk ? 'talk' : line.tone!, level: line.numbers?.['level'] ?? 0 });
      this.scene.speakUp(one, n);
      if (!talk && !this.quiet) speak(this.scene.tongue.call(line, this.scene.names), words.language);
    }
    if (yours && !this.wasYours) moments.push({ moment: 'yours' });
    if (!this.quiet) void sound(...moments);
    this.wasYours = yours;
  }

  private readonly looked = (): void => {
    if (document.hidden || !this.message || this.missed.length) return;
    this.lookedAt = this.message.at;
    sessionStorage.setItem(`looked ${this.id}`, String(this.lookedAt));
  };

  private collect(message: TableMessage): void {
    if (!this.lookedAt || message.you < 0) {
      if (!document.hidden) this.looked();
      return;
    }
    const missed = this.lines.filter((line) => line.at > this.lookedAt && (line.ply ?? -1) >= 0);
    if (missed.length > 2) this.missed = missed;
  }
}
