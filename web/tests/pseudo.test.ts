/**
 * A language that nobody speaks: every phrase stands in brackets. Whatever a person can read or hear without them was written into
 * the page by hand, and would stay English in any language.
 */
import { render, waitFor } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { house } from '../src/house.svelte';
import Lobby from '../src/lobby/Lobby.svelte';
import Settings from '../src/settings/Settings.svelte';
import LiveTable from '../src/table/LiveTable.svelte';
import en from '../src/words/en.json';
import { words } from '../src/words/words.svelte';
import { FakeSocket, fakeHttp, fakeSockets, phrases, table, viewWith } from './house/fake';

const bracket = (catalogue: Record<string, string>) =>
  Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, `⟦${message}⟧`]));

// Names of people, of the house, codes, and the letters that stand for languages.
const DATA = /^(Ada|Sabine|ghosthouse|KETO|DE|EN|English|Deutsch|[\d\s.,:×x+−–-]+)$/;

let socket: () => FakeSocket;

beforeEach(() => {
  words.use(
    'en',
    { ...bracket(en), 'bot.names': en['bot.names'] },
    { house: bracket(phrases.house), games: { ducks: bracket(phrases.games.ducks) } },
  );
  socket = fakeSockets();
  fakeHttp({ '/api/tables': { tables: [] } });
  house.info = null;
});

/** Everything on the page that a person reads or hears. */
function said(): string[] {
  const found: string[] = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node instanceof Element) {
      if (['STYLE', 'SCRIPT'].includes(node.tagName)) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '');
    } else if (!node.parentElement?.closest('svg, style, script')) found.push(node.textContent ?? '');
  }
  return found.map((text) => text.trim()).filter((text) => /\p{Letter}/u.test(text));
}

const unworded = () => said().filter((text) => !text.includes('⟦') && !DATA.test(text));

async function open(message = table()) {
  render(LiveTable, { table: 'table-1', ticket: '' });
  socket().open().say({ t: 'welcome', protocol: 1, table: 'table-1', you: message.you }, message);
  await waitFor(() => expect(document.querySelector('.board, .plain, .waiting, .end')).toBeTruthy());
  await tick();
}

describe('nothing is written into the page by hand', () => {
  it('in the lobby', async () => {
    render(Lobby);
    await tick();

    expect(said().length).toBeGreaterThan(5);
    expect(unworded()).toEqual([]);
  });

  it('and a word that is would be found', async () => {
    await open();
    document.querySelector('.status')!.append('planted');

    expect(unworded()).toEqual(['planted']);
  });

  it('in the settings', async () => {
    render(Settings, { onclose: () => undefined });
    await tick();

    expect(unworded()).toEqual([]);
  });

  it('at a table', async () => {
    await open();

    expect(said().length).toBeGreaterThan(20);
    expect(unworded()).toEqual([]);
  });

  it('before the start', async () => {
    await open(table({ phase: 'lobby', view: null, choices: [], may: ['start', 'bot', 'seats', 'swap', 'shuffle'] }));

    expect(unworded()).toEqual([]);
  });

  it('at the end', async () => {
    await open(
      table({
        phase: 'finished',
        choices: [],
        may: ['rematch'],
        result: { reason: 'rules', winners: [1], scores: [3, 9] },
        view: viewWith({ over: true, winners: [1], awaited: [] }),
      }),
    );

    expect(unworded()).toEqual([]);
  });
});
