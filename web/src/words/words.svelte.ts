/**
 * Words by id: the page's own catalogue, the phrases of the house, and those of each game, as ICU messages.
 * A language is one more file in each of these places; nothing here knows how many there are.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Line } from '../wire/types';
import type english from './en.json';

/** An id of the page's own catalogue. */
export type Word = keyof typeof english;

/** Phrases by id. */
export type Phrases = Record<string, string>;

type Values = Record<string, string | number>;

const own = import.meta.glob<Phrases>('./*.json', { import: 'default' });
const skins = import.meta.glob<Phrases>('../../../src/ghosthouse/games/*/skin/words/*.json', { import: 'default' });

/** The languages that the page speaks, English first. */
export const languages = Object.keys(own)
  .map((path) => path.slice(2, -5))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

/** What a language calls itself. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The language that a browser asks for, as far as the page speaks it. */
export function wished(asked: readonly string[] = navigator.languages): string {
  return asked.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => languages.includes(tag)) ?? 'en';
}

/** What the house says in one language: its own phrases, and those of each game by the game's id. */
export interface HousePhrases {
  house: Phrases;
  games: Record<string, Phrases>;
}

class Words {
  /** The language spoken now; change it with `speak`. */
  language = $state('en');
  private page: Phrases = $state.raw({});
  private house: HousePhrases = $state.raw({ house: {}, games: {} });
  private dressed: Record<string, Phrases> = $state.raw({});
  private fetchGame: (game: string, language: string) => Promise<Phrases> = () => Promise.resolve({});
  private readonly made = new Map<string, IntlMessageFormat>();

  /** Speak another language: its catalogues are fetched first, so that no sentence is half and half. */
  async speak(
    language: string,
    fetchHouse: (language: string) => Promise<HousePhrases>,
    fetchGame: (game: string, language: string) => Promise<Phrases>,
  ): Promise<void> {
    this.fetchGame = fetchGame;
    const [page, house] = await Promise.all([own[`./${language}.json`]!(), fetchHouse(language)]);
    const dressed = await Promise.all(
      Object.keys(this.dressed).map(async (game) => [game, await this.wordsOf(game, language)] as const),
    );
    this.use(language, page, house, Object.fromEntries(dressed));
  }

  /** Use these catalogues. */
  use(language: string, page: Phrases, house: HousePhrases, dressed: Record<string, Phrases> = {}): void {
    this.made.clear();
    this.page = page;
    this.house = house;
    this.dressed = dressed;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Fetch what a game and its skin say; the lobby knows its title already. */
  async dress(game: string): Promise<void> {
    if (game in this.dressed) return;
    const found = await this.wordsOf(game, this.language);
    this.dressed = { ...this.dressed, [game]: found };
  }

  private async wordsOf(game: string, language: string): Promise<Phrases> {
    const [own, skin] = await Promise.all([
      this.fetchGame(game, language).catch(() => ({})),
      skinWords(game, language),
    ]);
    return { ...skin, ...own };
  }

  /** A sentence of the page itself. */
  t(id: Word, values?: Values): string {
    return this.fill(this.page[id] ?? id, values);
  }

  /** A phrase of a game, of its skin, or of the house. */
  find(game: string, id: string): string | undefined {
    return this.dressed[game]?.[id] ?? this.house.games[game]?.[id] ?? this.house.house[id];
  }

  /** The ids of a game that begin like this, in the order of its catalogue. */
  ids(game: string, start: string): string[] {
    return Object.keys(this.dressed[game] ?? this.house.games[game] ?? {}).filter((id) => id.startsWith(start));
  }

  /** Fill in a message. */
  fill(message: string, values?: Values): string {
    if (!message.includes('{') && !message.includes("'")) return message;
    let made = this.made.get(message);
    try {
      if (!made) {
        made = new IntlMessageFormat(message, this.language, undefined, { ignoreTag: true });
        this.made.set(message, made);
      }
      return String(made.format(values));
    } catch {
      return message; // a broken phrase is shown as it is: the game goes on
    }
  }
}

async function skinWords(game: string, language: string): Promise<Phrases> {
  const found = Object.entries(skins).find(([path]) => path.includes(`/games/${game}/skin/words/${language}.json`));
  return (await found?.[1]()) ?? {};
}

/** The words of this page. */
export const words = new Words();

/** A sentence of the page itself. */
export const t = (id: Word, values?: Values): string => words.t(id, values);

/** How one game speaks: its phrases first, the house's where it has none. */
export class Tongue {
  constructor(private readonly game: () => string) {}

  /** Whether there is a phrase with this id. */
  has(id: string): boolean {
    return words.find(this.game(), id) !== undefined;
  }

  /** A phrase; an id that nobody has worded shows its last part, never an error. */
  word(id: string, values?: Values): string {
    const message = words.find(this.game(), id);
    return message === undefined ? id.slice(id.lastIndexOf('.') + 1) : words.fill(message, values);
  }

  /** The first of these phrases that is worded, or nothing. */
  first(ids: readonly string[], values?: Values): string {
    const id = ids.find((one) => this.has(one));
    return id === undefined ? '' : this.word(id, values);
  }

  /** What an edition says of itself: `title`, `tagline`, `designers`, `publisher`. */
  of(edition: string | undefined, what: 'title' | 'box' | 'tagline' | 'designers' | 'publisher'): string {
    return this.first([`${edition}.${what}`, `${what}.${edition}`, what]);
  }

  /** A number with its word: some phrases hold the number themselves (`3 ghosts until midnight`), then they say it all. */
  number(id: string, n: number): { label: string; value: string } {
    const phrase = `number.${id}`;
    const holds = words.find(this.game(), phrase)?.includes('{n');
    return { label: this.word(phrase, { n }), value: holds ? '' : String(n) };
  }

  /** The longer words about something: what an option or a term of the glossary means. */
  about(id: string): string {
    return this.first([`${id}.help`, `${id}.about`]);
  }

  /** A line as its reader says it: `.you` where the reader is meant, seats by name. */
  say(line: Line, names: readonly string[], reader = -1): string {
    const you = reader >= 0 && line.seats?.['who'] === reader && this.has(`${line.phrase}.you`);
    return this.word(you ? `${line.phrase}.you` : line.phrase, this.values(line, names, reader));
  }

  /** The same line in fewer words, where the game has them: `short.too_high` for `reason.too_high`. */
  short(line: Line, names: readonly string[], reader = -1): string {
    const id = `short.${line.phrase.slice(line.phrase.indexOf('.') + 1)}`;
    return this.has(id) ? this.word(id, this.values(line, names, reader)) : '';
  }

  /** What is called aloud at a real table with this line, or nothing. */
  call(line: Line, names: readonly string[] = []): string {
    return line.call ? this.word(line.call, this.values(line, names, -1)) : '';
  }

  private values(line: Line, names: readonly string[], reader: number): Values {
    const values: Values = {};
    for (const [key, seat] of Object.entries(line.seats ?? {}))
      values[key] =
        seat === reader ? this.word('seat.you') : seat < 0 ? this.word('seat.spectator') : (names[seat] ?? '?');
    for (const [key, term] of Object.entries(line.terms ?? {})) values[key] = this.word(term);
    return { ...values, ...line.numbers, ...line.texts };
  }
}
