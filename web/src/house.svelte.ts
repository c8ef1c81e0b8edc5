/** What this house offers, fetched once: titles, languages, ready phrases. */
import { settings } from './settings/settings.svelte';
import { http, Trouble } from './wire/http';
import type { House, LessonInfo, TitleInfo } from './wire/types';
import { wished, words, type HousePhrases } from './words/words.svelte';

/** What the house tells whoever comes, in the language that their browser asks for. */
interface Told {
  language: string;
  house: House;
  words: HousePhrases;
}

class HouseHere {
  info: House | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  /** Whether the page has words to speak with. */
  ready = $state(false);

  /** What can be learned here, in the order in which it is meant to be taken. */
  lessons: LessonInfo[] = $state.raw([]);

  /** The titles of the lobby. */
  readonly titles: TitleInfo[] = $derived(this.info?.titles.filter((title) => title.lobby) ?? []);

  title(id: string): TitleInfo | undefined {
    return this.info?.titles.find((title) => title.title === id);
  }

  /** The lessons of a title; those of its game's other editions, where it has none of its own. */
  lessonsOf(title: TitleInfo): LessonInfo[] {
    const own = this.lessons.filter((one) => one.title === title.title);
    return own.length ? own : this.lessons.filter((one) => one.game === title.game);
  }

  /** Ask what can be learned; a house that cannot say is no reason not to play. */
  async learn(): Promise<void> {
    if (!this.lessons.length) this.lessons = (await http.lessons()).lessons;
  }

  /** What came with the page itself, so that a slow line is not asked twice. It is old as soon as it was read. */
  private told(): Told | undefined {
    const block = document.getElementById('told');
    block?.remove();
    return block ? (JSON.parse(block.textContent!) as Told) : undefined;
  }

  /** Open the house: its words first, then what it offers. Without a house the page still speaks, and says so. */
  async open(): Promise<void> {
    this.trouble = null;
    const language = settings.language || wished();
    const told = this.told();
    const phrases = told?.language === language ? () => Promise.resolve(told.words) : phrasesIn;
    try {
      const [info] = await Promise.all([told?.house ?? http.house(), words.speak(language, phrases, http.gameWords)]);
      this.info = info;
      void this.learn().catch(() => undefined);
    } catch (trouble) {
      this.trouble = trouble instanceof Trouble ? trouble : new Trouble('away');
      if (!this.ready) await words.speak(language, silent, () => Promise.resolve({}));
    }
    this.ready = true;
  }

  /** Speak another language from now on. */
  async speak(language: string): Promise<void> {
    settings.language = language;
    await words.speak(language, (one) => phrasesIn(one).catch(silent), http.gameWords);
  }
}

/** What the house says in a language; a house that does not speak it speaks English. */
const phrasesIn = (language: string): Promise<HousePhrases> =>
  http.words(language).catch((what: unknown) => {
    if (what instanceof Trouble && what.code === 'away') throw what;
    return http.words('en');
  });

const silent = (): Promise<HousePhrases> => Promise.resolve({ house: {}, games: {} });

/** The house. */
export const house = new HouseHere();
