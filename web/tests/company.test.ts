/** Several people at one device: each has a line of their own, and the device goes to whoever is awaited. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import LiveTable from '../src/table/LiveTable.svelte';
import en from '../src/words/en.json';
import { fill, keep, kept, pocket } from '../src/wire/seats';
import { words } from '../src/words/words.svelte';
import { FakeSocket, fakeHttp, fakeSockets, phrases, table, viewWith } from './house/fake';

const idle = { decision: 0, choices: [] };
const seen = (viewer: number) =>
  viewWith({
    viewer,
    awaited: [1],
    places: [0, 1].map((seat) => ({
      seat,
      zones: [{ id: 'hand', count: 1, pieces: seat === viewer ? [{ id: seat ? 'D2' : 'D1' }] : [] }],
    })),
  });

beforeEach(() => {
  words.use('en', en, phrases);
  fakeSockets();
  fakeHttp({});
  keep('table-1', { token: 'a'.repeat(43) });
  fill('table-1', 'ben', { token: 'b'.repeat(43), guest: 'g' });
});

async function sitTogether() {
  const user = userEvent.setup({ delay: null });
  render(LiveTable, { table: 'table-1', ticket: '' });
  const ada = FakeSocket.all[0]!.open();
  ada.say({ t: 'welcome', protocol: 1, table: 'table-1', you: 0 }, table({ view: seen(0) }));
  await waitFor(() => expect(FakeSocket.all).toHaveLength(2));
  const ben = FakeSocket.all[1]!.open();
  ben.say({ t: 'welcome', protocol: 1, table: 'table-1', you: 1 }, table({ you: 1, eyes: 1, ...idle, view: seen(1) }));
  await waitFor(() => expect(document.querySelector('.plain')).toBeTruthy());
  return { user, ada, ben };
}

it('opens a line for everybody at this device, each with their own secret', async () => {
  const { ada, ben } = await sitTogether();

  expect(ada.last('hello').token).toBe('a'.repeat(43));
  expect(ben.last('hello').token).toBe('b'.repeat(43));
});

it('lets a curtain fall when the next one is awaited, with no hand behind it, and shows their own hand after it', async () => {
  const { user, ada, ben } = await sitTogether();
  const later = { at: 8, after: 7, lines: [] };

  ada.say(table({ ...later, ...idle, view: seen(0) }));
  ben.say(table({ ...later, you: 1, eyes: 1, view: seen(1) }));

  const button = await screen.findByRole('button', { name: 'I am Sabine' });
  expect(screen.queryByText(/duck/)).toBeNull();
  await user.click(button);
  await waitFor(() => expect(document.querySelector('[data-spot^="hand/"]')?.textContent).toContain('duck 2'));
  expect(document.querySelector('.hand-area')!.textContent).not.toContain('duck 1');
});

it('covers a hand whose turn is over while nobody here is awaited, until it is asked for', async () => {
  const { user, ada } = await sitTogether();

  ada.say(table({ at: 8, after: 7, lines: [], ...idle, view: seen(0) }));

  expect(await screen.findByText(/The hand of Ada is covered/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show it' }));
  expect(document.querySelector('.hand-area')!.textContent).not.toContain('covered');
});

it('forgets whoever has no seat any more', async () => {
  const { ben } = await sitTogether();

  ben.say(table({ at: 8, after: 7, lines: [], you: -1, eyes: -1, ...idle }));

  await waitFor(() => expect(pocket('table-1', 'ben')).toEqual({}));
  expect(kept('table-1').token).toBe('a'.repeat(43));
});
