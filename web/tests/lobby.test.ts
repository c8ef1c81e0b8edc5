/** Arriving: from the page to a game, and what happens when something goes wrong on the way. */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { house } from '../src/house.svelte';
import Lobby from '../src/lobby/Lobby.svelte';
import { routeOf } from '../src/route.svelte';
import { DECK_SIGNS } from '../src/lobby/lay';
import schema from '../src/wire/schema.json';
import en from '../src/words/en.json';
import { words } from '../src/words/words.svelte';
import { kept } from '../src/wire/seats';
import type { House, NewTable, TableInfo } from '../src/wire/types';
import { fakeHttp, phrases } from './house/fake';

const info: House = {
  name: 'ghosthouse',
  version: '1',
  protocol: 1,
  titles: [
    {
      title: 'ducks/plain',
      game: 'ducks',
      edition: 'plain',
      version: 1,
      seats: [2, 6],
      minutes: 20,
      lobby: true,
      levels: ['sly'],
      options: [
        { name: 'rounds', default: 3, values: [1, 2, 3], clause: 'DU-R1' },
        { name: 'wet', default: true, values: [false, true], clause: '' },
      ],
    },
  ],
  languages: ['en', 'de'],
  talk: [],
  push_key: '',
  lan: '',
  keeps_tables_days: 60,
  keeps_guests_days: 365,
};
const tableInfo = (more: Partial<TableInfo>): TableInfo => ({
  table: 'table-1',
  code: 'KETO',
  title: 'ducks/plain',
  phase: 'playing',
  game: 1,
  ply: 3,
  seats: [{ who: 'person', name: 'Sabine' }, { who: 'bot', level: 'sly' }, { who: 'free' }],
  clock: { kind: 'none' },
  changed: 0,
  ...more,
});

let made: NewTable[];
let answers: Record<string, unknown>;

beforeEach(() => {
  words.use('en', en, phrases);
  house.info = info;
  house.trouble = null;
  made = [];
  answers = {
    '/api/tables': { tables: [] },
    '/api/me/tables': { tables: [] },
    'POST /api/guest': { name: 'Guest', language: 'en' },
    'POST /api/tables': (init: RequestInit) => {
      made.push(JSON.parse(String(init.body)) as NewTable);
      return { table: 'table-9', code: 'MOTH', at: 1 };
    },
    '/api/tables/KETO': tableInfo({}),
  };
  fakeHttp(answers);
  history.replaceState({}, '', '/');
});

async function arrive() {
  render(Lobby);
  await screen.findByRole('heading', { name: 'Ducks' });
  return userEvent.setup({ delay: null });
}

describe('the lobby', () => {
  it('shows each title with seats and minutes', async () => {
    await arrive();

    expect(screen.getByText('2 to 6')).toBeTruthy();
    expect(screen.getByText('20 min')).toBeTruthy();
  });

  it('starts a game against bots with one tap, and keeps the secret of the seat here', async () => {
    const user = await arrive();

    await user.click(screen.getByRole('button', { name: 'Play Ducks with bots' }));

    await waitFor(() => expect(location.pathname).toBe('/t/table-9'));
    expect(made[0]).toMatchObject({ title: 'ducks/plain', seats: 4, sit: 0, fill: '', start: true });
    expect(kept('table-9').token).toBe(made[0]!.token);
  });

  it('makes a table for friends with the options that differ, and starts nothing', async () => {
    const user = await arrive();
    await user.click(screen.getByRole('button', { name: 'Friends: Ducks, and options' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ducks' }));

    await user.click(sheet.getByRole('button', { name: 'One seat fewer' }));
    await user.selectOptions(sheet.getByRole('combobox', { name: 'rounds' }), '1');
    await user.click(sheet.getByRole('button', { name: 'Play with friends' }));

    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]).toMatchObject({ seats: 3, options: { rounds: 1 } });
    expect(made[0]!.start).toBeUndefined();
  });

  it('goes to the table of a code, however it is typed', async () => {
    const user = await arrive();

    await user.type(screen.getByRole('textbox', { name: 'A friend gave you a code?' }), ' keto{Enter}');

    await waitFor(() => expect(location.pathname).toBe('/t/KETO'));
  });

  it.each(['http://house.example/t/KETO', 'Come: https://house.example/t/KETO#x', 'k e t o'])(
    'goes there from %s',
    async (sent) => {
      const user = await arrive();

      await user.type(screen.getByRole('textbox', { name: 'A friend gave you a code?' }), `${sent}{Enter}`);

      await waitFor(() => expect(location.pathname).toBe('/t/KETO'));
    },
  );

  it('plays with the cards of a file, and tells what the house says of one that is wrong', async () => {
    const user = await arrive();
    await user.click(screen.getByRole('button', { name: 'Friends: Ducks, and options' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ducks' }));
    const choose = (text: string) =>
      user.upload(sheet.getByLabelText('Choose a file'), new File([text], 'box.toml', { type: 'text/plain' }));
    const lay = answers['POST /api/tables'];

    await choose('ducks = many');
    await sheet.findByText('box.toml');
    answers['POST /api/tables'] = () =>
      new Response(
        JSON.stringify({ code: 'bad_setup', line: { phrase: 'refusal.other', texts: { what: 'ducks are counted' } } }),
        { status: 400 },
      );
    await user.click(sheet.getByRole('button', { name: 'Play with friends' }));
    expect((await sheet.findByRole('alert')).textContent).toContain('ducks are counted');

    await user.click(sheet.getByRole('button', { name: 'Our own again' }));
    await choose('ducks = 4');
    answers['POST /api/tables'] = lay;
    await sheet.findByText('box.toml');
    await user.click(sheet.getByRole('button', { name: 'Play with friends' }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]!.deck).toBe('ducks = 4');
  });

  it('says that a file is too long, as long as the house would find it', async () => {
    const user = await arrive();
    await user.click(screen.getByRole('button', { name: 'Friends: Ducks, and options' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ducks' }));

    await user.upload(sheet.getByLabelText('Choose a file'), new File(['x'.repeat(DECK_SIGNS + 1)], 'words.txt'));

    expect((await sheet.findByRole('alert')).textContent).toContain('words.txt');
    expect(schema.$defs.NewTable.properties.deck.maxLength).toBe(DECK_SIGNS);
  });

  it('says that a code leads nowhere', async () => {
    const user = await arrive();

    await user.type(screen.getByRole('textbox', { name: 'A friend gave you a code?' }), 'NOPE{Enter}');

    expect((await screen.findByRole('alert')).textContent).toBe('That code leads to no table. Check the letters.');
  });

  it('shows the seat that waits, open tables, and my tables', async () => {
    localStorage.setItem('ghosthouse.known', '1');
    answers['/api/me/tables'] = { tables: [tableInfo({ yours: 0, turn: true })] };
    answers['/api/tables'] = { tables: [tableInfo({ table: 'table-2', phase: 'lobby' })] };
    await arrive();

    expect(await screen.findByRole('link', { name: /Your seat is warm/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Open tables' })).toBeTruthy();
    expect(document.title).toBe('(1) ghosthouse: what shall we play?');
  });

  it('tells in a sentence that the house does not answer', async () => {
    const user = await arrive();
    answers['POST /api/guest'] = new Response('{}', { status: 503 });

    await user.click(screen.getByRole('button', { name: 'Play Ducks with bots' }));

    expect((await screen.findByRole('alert')).textContent).toContain('The house does not answer.');
  });
});

describe('addresses', () => {
  it('lead to tables, moments and nowhere', () => {
    expect(routeOf('/')).toEqual({ page: 'lobby' });
    expect(routeOf('/t/KETO')).toEqual({ page: 'table', table: 'KETO', ticket: '', name: '' });
    expect(routeOf('/t/KETO', `#seat=${'x'.repeat(43)}`)).toMatchObject({ ticket: 'x'.repeat(43) });
    expect(routeOf('/t/KETO', `#seat=${'x'.repeat(43)}&name=J%C3%B6`)).toMatchObject({ name: 'Jö' });
    expect(routeOf('/t/KETO', `#seat=${'x'.repeat(43)}&name=J%C3`)).toMatchObject({ ticket: 'x'.repeat(43), name: '' });
    expect(routeOf('/t/%')).toEqual({ page: 'nowhere' });
    expect(routeOf('/t/KETO/replay/17')).toEqual({ page: 'replay', table: 'KETO', ply: 17 });
    expect(routeOf('/t/KETO/replay/none')).toMatchObject({ ply: 0 });
    expect(routeOf('/cellar')).toEqual({ page: 'nowhere' });
  });
});
