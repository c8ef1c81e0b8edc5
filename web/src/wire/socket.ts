/**
 * One socket that follows one table, and comes back by itself.
 * A command is kept until the house has answered it; after a lost line it is sent again under the same id, and is done only once.
 */
import type { AnyCommand, Hello, Incoming, No, Outgoing } from './types';
import { commandId } from './secret';

export type Link = 'coming' | 'on' | 'lost' | 'closed';

type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
/** A command before it has its id. */
export type Wish = WithoutId<AnyCommand>;

/** The house said no; `no` holds the sentence. */
export class Refused extends Error {
  constructor(readonly no: No) {
    super(no.message || no.code);
  }
}

interface Waiting {
  command: AnyCommand;
  done: (at: number) => void;
  failed: (why: Refused) => void;
}

export interface Ears {
  link(link: Link): void;
  heard(message: Outgoing): void;
}

const PING = 20_000;
const PATIENCE = 10_000;

/** How long to wait before the n-th attempt: quickly at first, and never all clients of a house at once. */
export const backOff = (attempt: number, dice: () => number = Math.random): number =>
  Math.min(500 * 2 ** attempt, 8000) * (0.5 + dice() / 2);

export class Socket {
  private ws: WebSocket | undefined;
  private readonly waiting = new Map<string, Waiting>();
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private welcomed = false;
  private over = false;

  constructor(
    private readonly hello: () => Omit<Hello, 't'>,
    private readonly ears: Ears,
    private readonly url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`,
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  /** Send a command; the promise is kept when it is stored for good, and broken with the house's reason. */
  send(wish: Wish): Promise<number> {
    return new Promise((done, failed) => {
      const command = { ...wish, id: commandId() } as AnyCommand;
      this.waiting.set(command.id, { command, done, failed });
      if (this.welcomed) this.write(command);
    });
  }

  /** Greet the house once more: with another secret, or through other eyes. */
  again(): void {
    this.ws?.close();
    this.open();
  }

  /** Follow this table no longer. */
  close(): void {
    this.over = true;
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.hurry);
    this.ws?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    this.welcomed = false;
    const ws = new WebSocket(this.url);
    this.ws = ws;
    ws.onopen = () => this.write({ t: 'hello', ...this.hello() });
    ws.onmessage = (event) => {
      if (ws === this.ws) this.hear(JSON.parse(String(event.data)) as Outgoing);
    };
    ws.onclose = () => {
      if (ws === this.ws && !this.over) this.lost();
    };
    this.lastHeard = Date.now();
    clearInterval(this.pulse);
    this.pulse = setInterval(() => {
      // A line that has been quiet for too long is dead, whatever the browser thinks: phones sleep, routers forget.
      if (Date.now() - this.lastHeard > PING + PATIENCE) this.drop();
      else if (this.welcomed) this.write({ t: 'ping' });
    }, PING);
  }

  private hear(message: Outgoing): void {
    this.lastHeard = Date.now();
    switch (message.t) {
      case 'welcome':
        this.welcomed = true;
        this.attempt = 0;
        this.ears.link('on');
        for (const { command } of this.waiting.values()) this.write(command);
        break;
      case 'ok':
        this.waiting.get(message.id)?.done(message.at);
        this.waiting.delete(message.id);
        break;
      case 'no':
        if (message.id) {
          this.waiting.get(message.id)?.failed(new Refused(message));
          this.waiting.delete(message.id);
        }
        break;
      case 'bye':
        if (!message.again) {
          this.over = true;
          clearInterval(this.pulse);
          this.ears.link('closed');
        }
        break;
    }
    this.ears.heard(message);
  }

  private lost(): void {
    this.welcomed = false;
    clearInterval(this.pulse);
    this.ears.link('lost');
    this.timer = setTimeout(() => this.open(), backOff(this.attempt++));
  }

  private readonly hurry = (): void => {
    if (this.over || document.hidden) return;
    if (!this.ws || this.ws.readyState > WebSocket.OPEN) this.open();
    else if (this.welcomed) this.write({ t: 'ping' });
  };

  private readonly drop = (): void => {
    if (this.over) return;
    const ws = this.ws;
    this.ws = undefined;
    ws?.close();
    this.lost();
  };

  private write(message: Incoming): void {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(message));
  }
}
