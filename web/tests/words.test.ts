import { describe, expect, it } from 'vitest';
import en from '../src/words/en.json';
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { languages, ownName, t, Tongue, words } from '../src/words/words.svelte';

const house = {
  house: { 'seat.you': 'you', 'refusal.over': 'The game is over.' },
  games: {
    one: {
      'event.took': '{who} takes {cards, plural, one {# card} other {# cards}}.',
      'event.took.you': 'You take {cards, plural, one {# card} other {# cards}}.',
      'event.gave': '{who} gives {card} to {whom}.',
      'piece.K2': 'black 2',
      'call.level': '{word}',
      'word.6': 'six',
      'short.high': 'makes {makes}',
    },
  },
};

const catalogues = import.meta.glob<Record<string, string>>('../src/words/*.json', { eager: true, import: 'default' });

describe.each(languages)('the catalogue in %s', (language) => {
  const own = catalogues[`../src/words/${language}.json`]!;

  it('says the same things as the English one', () => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(en).sort());
  });

  it('can all be read, and asks for the same values', () => {
    const holes = (message: string, language: string): string[] => {
      const found = new Set<string>();
      const walk = (parts: MessageFormatElement[]): void => {
        for (const part of parts) {
          if (part.type === TYPE.literal || part.type === TYPE.pound) continue;
          found.add(part.value);
          if ('options' in part) for (const option of Object.values(part.options)) walk(option.value);
        }
      };
      walk(new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst() as MessageFormatElement[]);
      return [...found].sort();
    };
    for (const id of Object.keys(en) as (keyof typeof en)[]) {
      expect(holes(own[id]!, language), id).toEqual(holes(en[id], 'en'));
    }
  });

  it('calls itself by its own name', () => {
    expect(ownName(language)).toMatch(/^\p{Lu}\p{Ll}{3,}$/u);
  });
});

describe('a tongue', () => {
  const tongue = new Tongue(() => 'one');

  it('says a line to others by name, and to the reader as "you"', () => {
    words.use('en', en, house);
    const line = { phrase: 'event.took', seats: { who: 1 }, numbers: { cards: 1 } };
    expect(tongue.say(line, ['Sabine', 'Max'], 0)).toBe('Max takes 1 card.');
    expect(tongue.say(line, ['Sabine', 'Max'], 1)).toBe('You take 1 card.');
  });

  it('names seats and terms in the same language', () => {
    words.use('en', en, house);
    const line = { phrase: 'event.gave', seats: { who: 0, whom: 1 }, terms: { card: 'piece.K2' } };
    expect(tongue.say(line, ['Sabine', 'Max'], 1)).toBe('Sabine gives black 2 to you.');
  });

  it('falls back to the house, and never breaks on a phrase that nobody has worded', () => {
    words.use('en', en, house);
    expect(tongue.say({ phrase: 'refusal.over' }, [])).toBe('The game is over.');
    expect(tongue.say({ phrase: 'event.unheard' }, [])).toBe('unheard');
    expect(tongue.say({ phrase: 'event.took' }, [])).toContain('takes');
  });

  it('words calls, and short reasons where there are any', () => {
    words.use('en', en, house);
    expect(tongue.call({ phrase: 'x', call: 'call.level', terms: { word: 'word.6' } })).toBe('six');
    expect(tongue.short({ phrase: 'reason.high', numbers: { makes: 8 } }, [])).toBe('makes 8');
    expect(tongue.short({ phrase: 'reason.low' }, [])).toBe('');
  });

  it('counts with the plurals of its language', () => {
    words.use('de', catalogues['../src/words/de.json']!, { house: {}, games: {} });
    expect(t('waiting.free', { free: 1 })).toBe('Ein Platz ist frei.');
    expect(t('waiting.free', { free: 3 })).toBe('3 Plätze sind frei.');
  });
});
