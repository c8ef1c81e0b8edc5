// Written by tools/generate_wire.py from the message types; do not edit.

export const PROTOCOL = 1;

/** Answer somebody's wish to go back. `ask` is the number of the wish. */
export interface Allow {
  t: "allow";
  /** made up by the sender; the same id means the same command */
  id: string;
  ask: number;
  yes: boolean;
}

export type AnyCommand =
  | Move
  | Sit
  | Claim
  | Ticket
  | Leave
  | PutBot
  | Free
  | SetSeats
  | Swap
  | ShuffleSeats
  | Configure
  | Commit
  | Reveal
  | Start
  | Rest
  | Back
  | Pause
  | Undo
  | Allow
  | Concede
  | Say
  | Rematch;

/** I am back: my seat is mine again. */
export interface Back {
  t: "back";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** The last message before the house closes a socket. `again` says whether coming back makes sense. */
export interface Bye {
  t: "bye";
  code: string;
  line: Line;
  again: boolean;
}

/**
 * One thing a seat could try now: an action with its notation, lit or answered with a reason.
 *
 * `verb` groups choices under one button ("play", "take"). `picks` are the things to touch for it, in order, each written
 * `zone` / `index` within the zone of the chooser's own place (or of the table, when the zone is there).
 * `line` says what it would do, `why` and `clause` why it cannot be done. `asks` names a text to be typed instead ("word").
 */
export interface Choice {
  move: string;
  action?: number;
  verb?: string;
  picks?: [string, number][];
  legal?: boolean;
  line?: Line | null;
  why?: Line | null;
  clause?: string;
  asks?: string;
}

/** Move a seat to this device, with a ticket that the other device made (`ticket`). `token` becomes the secret of the seat. */
export interface Claim {
  t: "claim";
  /** made up by the sender; the same id means the same command */
  id: string;
  /** a secret of 32 random bytes or more, base64url */
  ticket: string;
  /** a secret of 32 random bytes or more, base64url */
  token: string;
}

/** How long people may think: no bound, per move, a bank with an increment for each move, or days (per move, without grace). */
export interface Clock {
  kind?: "bank" | "days" | "move" | "none";
  seconds?: number;
  increment?: number;
}

/** Promise 16 random bytes for the next deal: `hash` is the SHA-256 of the bytes. */
export interface Commit {
  t: "commit";
  /** made up by the sender; the same id means the same command */
  id: string;
  /** SHA-256, hexadecimal */
  hash: string;
}

/** Give the game up. */
export interface Concede {
  t: "concede";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** Change what is agreed before the start; what is left out stays as it is. */
export interface Configure {
  t: "configure";
  /** made up by the sender; the same id means the same command */
  id: string;
  edition?: string | null;
  options?: Record<string, string | number | boolean> | null;
  clock?: Clock | null;
  open?: boolean | null;
  eyes?: boolean | null;
  hints?: boolean | null;
}

/**
 * What is needed to check the deal at home. `secret` is shown when the game has ended.
 *
 * The key of all chance is the first 16 bytes of HMAC-SHA256(secret, name + all shown bytes in seat order), where `name` is
 * `table/game`, and `commitment` is the SHA-256 of the secret.
 */
export interface Fair {
  name: string;
  commitment: string;
  promises?: Record<string, string>;
  bytes?: Record<string, string>;
  secret?: string;
}

/** Take a bot out of its seat before the start; or let go of the seat of somebody who has been away, so that a bot keeps it. */
export interface Free {
  t: "free";
  /** made up by the sender; the same id means the same command */
  id: string;
  seat: number;
}

/** One line as this viewer may hear it. `ply` is the move it belongs to, or -1 for talk around the table (`by` says who). */
export interface Heard {
  at: number;
  line: Line;
  ply?: number;
  by?: number;
}

/**
 * The first frame on a socket: which table, from which entry on, and who.
 *
 * `seen` is the `at` of the last message received (0: nothing yet). `token` is the secret of a seat; without it the guest's cookie
 * (or bearer token) decides. `eyes` is a seat through which a spectator wants to watch, where the table allows it.
 */
export interface Hello {
  t: "hello";
  /** a table's id, or its short code */
  table: string;
  seen?: number;
  token?: string | null;
  /** a seat, or -1: none */
  eyes?: number;
}

/** What somebody who knows the game would do in my place: one of these moves, which are equally good. */
export interface Hint {
  seat: number;
  ply: number;
  decision: number;
  moves: string[];
}

/** What the browser needs to know first. */
export interface House {
  name: string;
  version: string;
  protocol: number;
  titles: TitleInfo[];
  languages: string[];
  talk: string[];
  push_key: string;
  lan: string;
  keeps_tables_days: number;
  keeps_guests_days: number;
}

export type Incoming =
  | Hello
  | Ping
  | Move
  | Sit
  | Claim
  | Ticket
  | Leave
  | PutBot
  | Free
  | SetSeats
  | Swap
  | ShuffleSeats
  | Configure
  | Commit
  | Reveal
  | Start
  | Rest
  | Back
  | Pause
  | Undo
  | Allow
  | Concede
  | Say
  | Rematch;

/** Leave my seat for good: it becomes free before the start, and a bot's after it. */
export interface Leave {
  t: "leave";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** A lesson, with all its steps. `you` is the learner's seat; `opening` is where it ends: a table can be opened there. */
export interface Lesson {
  game: string;
  lesson: string;
  title: string;
  seats: number;
  you: number;
  say: Line | null;
  steps: LessonStep[];
  opening: string;
}

/** A lesson of a game, as lists show it. What it is called is the phrase `lesson.<lesson>` of the game's words. */
export interface LessonInfo {
  game: string;
  lesson: string;
  title: string;
  seats: number;
  steps: number;
  clauses: string[];
}

/**
 * One step, as it stands before it is made.
 *
 * `say` is what the lesson says. `move` is what it asks the learner to do: one of `choices`, or a text where a choice asks for
 * one; it is empty where somebody else moves, or nobody. `no` is the answer to a move that the lesson has refused on purpose.
 * `lines` are what the learner hears when the step is made.
 */
export interface LessonStep {
  seat: number;
  say: Line | null;
  view: View;
  choices: Choice[];
  move: string;
  no: No | null;
  lines: Line[];
}

/** The lessons of the house, game by game, in the order in which they are meant to be taken. */
export interface Lessons {
  lessons: LessonInfo[];
}

/**
 * One sentence to be worded: `phrase` is its id; the rest fills its braces.
 *
 * `seats` become names, `terms` are phrase ids worded in the same language (cards, colours, number words), `numbers` are
 * counted with plurals, `texts` stand as they are; an empty text `said` is filled with what `who` typed last, without its verb.
 * A phrase with `.you` behind its id is used when `who` is the reader.
 * `call` is a second phrase id: what is said aloud at a real table. `tone` picks the sound.
 */
export interface Line {
  phrase: string;
  seats?: Record<string, number>;
  terms?: Record<string, string>;
  numbers?: Record<string, number>;
  texts?: Record<string, string>;
  call?: string;
  tone?: string;
}

/** A table has been made. */
export interface Made {
  table: string;
  code: string;
  at: number;
}

/** The guest as the house knows them. `token` is given once, and only to programs. */
export interface Me {
  name: string;
  language: string;
  known?: boolean;
  token?: string;
}

/** A game at an earlier ply, through one viewer's eyes. */
export interface Moment {
  ply: number;
  last: number;
  viewer: number;
  view: View;
  lines: Heard[];
}

/** Answer a decision. `decision` is the number that the table message gave; another seat's move does not make it stale. */
export interface Move {
  t: "move";
  /** made up by the sender; the same id means the same command */
  id: string;
  decision: number;
  /** as `Choice.move` writes it, or a text that was asked for */
  move: string;
}

/** A guest arrives. `bot` asks for the token in the answer (a program has no cookies); `language` is for pushed messages. */
export interface NewGuest {
  /** a public name; it is trimmed to 24 characters */
  name: string;
  language?: string;
  bot?: boolean;
}

/**
 * A table is asked for. The sender sits down at once, on seat `sit` (-1: nowhere) with the secret `token`.
 *
 * `fill` puts bots of a level into the other seats; `start` starts at once. The same `id` makes the same table only once.
 * `opening` is a position line, for practice: the games begin there, with everything drawn again that the seat `sit` does not
 * know; the others are bots, and nobody else can sit down. The line says which seats and options there are, so `seats`, `options`
 * and `deck` are left out then.
 */
export interface NewTable {
  /** made up by the sender; the same id means the same command */
  id: string;
  title: string;
  seats?: number;
  options?: Record<string, string | number | boolean>;
  deck?: string;
  clock?: Clock;
  open?: boolean;
  eyes?: boolean;
  hints?: boolean;
  /** a position as one line, or nothing: a new game is dealt */
  opening?: string;
  /** a seat, or -1: none */
  sit?: number;
  token?: string | null;
  fill?: string | null;
  start?: boolean;
}

/**
 * A command, or a request, was refused, and nothing has changed.
 *
 * `code` is stable: nonsense, illegal (with the `clause` of the rulebook), not_your_turn, stale, bad_setup, forbidden, not_now,
 * busy, too_fast, unknown, unavailable. `line` is the sentence for people, `message` the same for developers. `id` is empty where
 * no command could be read.
 */
export interface No {
  t: "no";
  code: string;
  line: Line;
  message?: string;
  id?: string;
  clause?: string;
}

/** A command has been stored for good, as entry `at` of the table. */
export interface Ok {
  t: "ok";
  id: string;
  at: number;
}

/** A table option: its values, default, and the clause it comes from. Words: `option.<name>` of the game's phrases. */
export interface OptionInfo {
  name: string;
  default: string | number | boolean;
  values: (string | number | boolean)[];
  clause: string;
}

export type Outgoing =
  | Welcome
  | TableMessage
  | Ok
  | No
  | Paused
  | Pong
  | Bye;

/** Stop the bots and the clock, or let them go on, when I am the only person who plays. */
export interface Pause {
  t: "pause";
  /** made up by the sender; the same id means the same command */
  id: string;
  on?: boolean;
}

/** The house cannot store moves just now; play goes on by itself. `on` is False when it does. */
export interface Paused {
  t: "paused";
  on: boolean;
  line: Line;
}

/**
 * One card, die, letter or token as the observer sees it. `id` is what it shows ("K3"), empty when face down.
 *
 * Its name is the phrase `piece.ID`. A piece that no catalogue can know, such as a card that somebody typed in, brings its name
 * in `text`, and in `says` what stands on it, line by line, so that it can be read in every language.
 */
export interface Piece {
  id?: string;
  tags?: string[];
  text?: string;
  says?: Line[];
}

/** Ask whether the house is still there. */
export interface Ping {
  t: "ping";
}

/** One seat as the observer sees it. */
export interface Place {
  seat: number;
  numbers?: Record<string, number>;
  flags?: string[];
  zones?: Zone[];
}

/** The house is still there. */
export interface Pong {
  t: "pong";
  now: number;
}

/** The subscription that a browser gives up. */
export interface PushEnd {
  endpoint: string;
}

/** The keys of a browser's push subscription. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Where a browser wants to be told "your turn" (as `PushSubscription.toJSON()` gives it). */
export interface PushSubscription {
  endpoint: string;
  keys: PushKeys;
  expirationTime?: number | null;
}

/** Put a bot into a free seat. */
export interface PutBot {
  t: "bot";
  /** made up by the sender; the same id means the same command */
  id: string;
  seat: number;
  level?: string;
}

/** Play again: the same seats, the same agreement. */
export interface Rematch {
  t: "rematch";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** Let the house play for me until I am back. */
export interface Rest {
  t: "rest";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** How a game ended: by the rules, by concession, or because everybody had left. */
export interface Result {
  reason: "abandoned" | "conceded" | "rules";
  winners?: number[];
  scores?: number[];
}

/** Show the promised bytes, when the table is dealing. */
export interface Reveal {
  t: "reveal";
  /** made up by the sender; the same id means the same command */
  id: string;
  /** 16 random bytes, hexadecimal */
  bytes: string;
}

/** All decisions of one seat in a game so far. */
export interface Review {
  seat: number;
  decisions: Reviewed[];
}

/** A decision in a review: what was done, and what the adviser would have done knowing what the seat knew then. */
export interface Reviewed {
  ply: number;
  move: string;
  moves: string[];
  agreed: boolean;
}

/**
 * A round that has ended: its number, the ply at which it had, and the points that stood then, as one viewer knew them.
 *
 * `scores` is empty where points lie face down while the game goes on; when it has ended, they are told.
 */
export interface Round {
  number: number;
  ply: number;
  scores: number[];
}

/** The rounds of a game that have ended; none where a game does not count rounds. */
export interface Rounds {
  rounds: Round[];
}

/** Say one of the ready phrases. */
export interface Say {
  t: "say";
  /** made up by the sender; the same id means the same command */
  id: string;
  phrase: string;
}

/**
 * What everybody may know of a seat, beside the game.
 *
 * `here`: connected. `away`: the house plays for this person until they are back. `left_ms` is what is left of their time, by the
 * table's clock or by the rules of the game (at `now` of the message), `running` whether it runs, `grace_ms` how long the house
 * still waits before it plays for them.
 */
export interface Seat {
  seat: number;
  who: "bot" | "free" | "person";
  name?: string;
  level?: string;
  here?: boolean;
  away?: boolean;
  conceded?: boolean;
  promised?: boolean;
  left_ms?: number;
  running?: boolean;
  grace_ms?: number;
}

/** Change the number of seats before the start; free seats go first. */
export interface SetSeats {
  t: "seats";
  /** made up by the sender; the same id means the same command */
  id: string;
  count: number;
}

/** Draw lots for all seats before the start. */
export interface ShuffleSeats {
  t: "shuffle";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** Take a free seat or a bot's (-1: any). `token` becomes the secret of the seat: keep it, the house keeps only its hash. */
export interface Sit {
  t: "sit";
  /** made up by the sender; the same id means the same command */
  id: string;
  /** a seat, or -1: none */
  seat: number;
  /** a secret of 32 random bytes or more, base64url */
  token: string;
  /** a public name; it is trimmed to 24 characters */
  name?: string;
}

/** Who sits on a seat, for lists of tables. */
export interface Somebody {
  who: "bot" | "free" | "person";
  name?: string;
  level?: string;
}

/** Start the game; `fill` names the level of the bots that take the free seats. */
export interface Start {
  t: "start";
  /** made up by the sender; the same id means the same command */
  id: string;
  fill?: string | null;
}

/** Exchange two seats before the start. */
export interface Swap {
  t: "swap";
  /** made up by the sender; the same id means the same command */
  id: string;
  a: number;
  b: number;
}

/** A table as lists and invitations show it. `yours` is my seat in "my tables", -1 elsewhere; `turn`: I am awaited there. */
export interface TableInfo {
  table: string;
  code: string;
  title: string;
  phase: string;
  game: number;
  ply: number;
  seats: Somebody[];
  clock: Clock;
  changed: number;
  yours?: number;
  turn?: boolean;
  winners?: number[];
}

/**
 * The whole table as one viewer may know it. It is sent on joining and after every change.
 *
 * - `lines`: forget every line with `at` above `after`, then add these.
 * - `decision` is the number to answer with a `move`; 0 while this viewer owes nothing. `choices` are what could be tried.
 * - `may` lists the commands that this viewer could use now, and `hint` where a hint may be asked for (over HTTP): the browser
 *   offers those and decides no rule.
 * - `own_deck`: it is played with a deck file that somebody brought.
 * - `practice`: the games here begin at a position of somebody's choice, and nobody else can sit down.
 * - `ply` counts the moves of this game, `game` the games at this table. `view` is None before the first deal.
 * - `now` is the house's clock in milliseconds.
 */
export interface TableMessage {
  t: "table";
  table: string;
  code: string;
  at: number;
  after: number;
  lines: Heard[];
  phase: "closed" | "dealing" | "finished" | "lobby" | "playing";
  title: string;
  options: Record<string, string | number | boolean>;
  own_deck: boolean;
  game: number;
  ply: number;
  you: number;
  eyes: number;
  seats: Seat[];
  clock: Clock;
  now: number;
  open: boolean;
  allow_eyes: boolean;
  allow_hints: boolean;
  practice: boolean;
  paused: boolean;
  decision: number;
  view: View | null;
  choices: Choice[];
  may: string[];
  undo: UndoWish | null;
  fair: Fair | null;
  result: Result | null;
  spectators: number;
}

/** A list of tables, newest first. */
export interface Tables {
  tables: TableInfo[];
}

/** Make a ticket with which another device can claim my seat once. `hash` is the SHA-256 of the ticket's text. */
export interface Ticket {
  t: "ticket";
  /** made up by the sender; the same id means the same command */
  id: string;
  /** SHA-256, hexadecimal */
  hash: string;
}

/** A game in an edition, as the lobby shows it, with the levels of bots that can play it. */
export interface TitleInfo {
  title: string;
  game: string;
  edition: string;
  version: number;
  seats: [number, number];
  minutes: number;
  lobby: boolean;
  levels: string[];
  options: OptionInfo[];
}

/** What came of a move that the learner tried: `wanted` if the lesson goes on with it; `no` if it cannot be done at all. */
export interface Tried {
  wanted: boolean;
  no: No | null;
  view: View;
  lines: Line[];
}

/** A move to be tried in a lesson. */
export interface Try {
  /** as `Choice.move` writes it, or a text that was asked for */
  move: string;
}

/** Ask to go back to before my last move. */
export interface Undo {
  t: "undo";
  /** made up by the sender; the same id means the same command */
  id: string;
}

/** Somebody wants to go back: who asks, to before which ply, and whose answer is still missing. `ask` is its number. */
export interface UndoWish {
  ask: number;
  seat: number;
  ply: number;
  waiting: number[];
}

/** The whole table as one observer may know it. */
export interface View {
  viewer: number;
  awaited?: number[];
  locked?: number[];
  phase?: string;
  status?: Line | null;
  numbers?: Record<string, number>;
  flags?: string[];
  zones?: Zone[];
  places?: Place[];
  over?: boolean;
  winners?: number[];
  scores?: number[];
}

/** The answer to `hello`: the socket now follows this table. `table` is the id, also where a short code was given. */
export interface Welcome {
  t: "welcome";
  protocol: number;
  table: string;
  you: number;
}

/** A place where pieces lie. `count` holds also where the pieces themselves are hidden; `layout` is a hint for drawing. */
export interface Zone {
  id: string;
  count?: number;
  pieces?: Piece[];
  layout?: string;
}
