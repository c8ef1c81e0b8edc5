/** The live table as its people meet it: every message of the house, and what becomes of a touch. */
import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import LiveTable from '../src/table/LiveTable.svelte';
import Standing from '../src/table/Standing.svelte';
import type { Scene } from '../src/table/scene.svelte';
import en from '../src/words/en.json';
import { words } from '../src/words/words.svelte';
import { keep, kept } from '../src/wire/seats';
import type { Seat } from '../src/wire/types';
import { FakeSocket, fakeHttp, fakeSockets, phrases, table, viewWith } from './house/fake';

let socket: () => FakeSocket;

beforeEach(() => {
  words.use('en', en, phrases);
  socket = fakeSockets();
  fakeHttp({});
});

async function sitAt(message = table(), ticket = '') {
  const user = userEvent.setup({ delay: null });
  render(LiveTable, { table: 'table-1', ticket });
  socket().open().say({ t: 'welcome', protocol: 1, table: 'table-1', you: message.you }, message);
  await waitFor(() => expect(screen.getByRole('main')).toBeTruthy());
  await waitFor(() => expect(document.querySelector('.board, .plain, .waiting, .end')).toBeTruthy());
  return user;
}

describe('coming to a table', () => {
  it('greets the house with the secret of the seat, and with what was heard already', async () => {
    keep('table-1', { token: 'a'.repeat(43) });
    await sitAt();

    expect(socket().last('hello')).toMatchObject({ table: 'table-1', seen: 0, token: 'a'.repeat(43) });
  });

  it('says in one sentence who must do what, and shows it to be the reader', async () => {
    await sitAt();

    const status = document.querySelector('.status')!;
    expect(status.textContent).toContain('You: play a duck, or swim away.');
    expect(status.classList.contains('yours')).toBe(true);
  });

  it('draws a game that nobody drew: numbers, flags, zones, seats', async () => {
    await sitAt();

    const stage = within(screen.getByRole('region', { name: 'The table' }));
    expect(stage.getByText('5 ducks left')).toBeTruthy();
    expect(stage.getByText('wet')).toBeTruthy();
    expect(stage.getByRole('img', { name: 'duck 2' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Play runs clockwise' })).toBeTruthy();
  });

  it('reads a piece that no catalogue knows by what it says of itself', async () => {
    const says = [{ phrase: 'number.left', numbers: { n: 1 } }, { phrase: 'choice.swim' }];
    const zones = [{ id: 'pond', count: 1, pieces: [{ id: 'own/D1', text: 'my duck', says }], layout: 'row' }];
    await sitAt(table({ view: viewWith({ zones }) }));

    expect(screen.getByRole('img', { name: 'my duck (1 duck left, Leave the pond.)' })).toBeTruthy();
  });

  it('says that a table is gone, and offers the way back', async () => {
    render(LiveTable, { table: 'nowhere', ticket: '' });
    socket()
      .open()
      .say({ t: 'no', code: 'unknown', line: { phrase: 'refusal.gone' } });

    await waitFor(() => expect(screen.getByRole('heading', { name: 'There is no such table.' })).toBeTruthy());
    expect(screen.getByRole('link', { name: 'To the lobby' })).toBeTruthy();
  });
});

describe('a touch', () => {
  it('picks a lit piece up, names the play, and sends it with the decision it answers', async () => {
    const user = await sitAt();

    await user.click(screen.getByRole('button', { name: 'duck 1: Makes 1.' }));
    await user.click(screen.getByRole('button', { name: 'Play duck 1' }));

    expect(socket().last('move')).toMatchObject({ decision: 12, move: 'play D1' });
  });

  it('plays on the second touch', async () => {
    const user = await sitAt();

    await user.dblClick(screen.getByRole('button', { name: 'duck 1: Makes 1.' }));

    expect(socket().last('move').move).toBe('play D1');
  });

  it('answers on a piece that is not lit with the reason and the clause, and sends nothing', async () => {
    const user = await sitAt();

    await user.click(screen.getByRole('button', { name: /^duck 2, not now/ }));

    const answer = await screen.findByRole('alert');
    expect(answer.textContent).toContain('duck 2 is too big for the pond. A smaller duck would do.');
    expect(within(answer).getByRole('button', { name: 'rule DU-07' })).toBeTruthy();
    expect(socket().sent.some((one) => one.t === 'move')).toBe(false);
  });

  it('makes a choice without pieces by its verb', async () => {
    const user = await sitAt();

    await user.click(screen.getByRole('button', { name: /Swim away/ }));

    expect(socket().last('move').move).toBe('swim');
  });

  it('waits for the answer: nothing can be sent twice', async () => {
    const user = await sitAt();

    await user.click(screen.getByRole('button', { name: /Swim away/ }));

    expect(screen.queryByRole('button', { name: /Swim away/ })).toBeNull();
    expect(socket().sent.filter((one) => one.t === 'move')).toHaveLength(1);
  });

  it('goes with the keyboard alone: H to the hand, arrows, Enter, Enter', async () => {
    const user = await sitAt();

    await user.keyboard('h');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'duck 1: Makes 1.' }));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toMatch(/^duck 2, not now/);
    await user.keyboard('{ArrowLeft}{Enter}{Enter}');

    expect(socket().last('move').move).toBe('play D1');
  });

  it('puts everything back on Escape', async () => {
    const user = await sitAt();
    await user.click(screen.getByRole('button', { name: 'duck 1: Makes 1.' }));

    await user.keyboard('{Escape}');

    expect(screen.queryByRole('button', { name: 'Play duck 1' })).toBeNull();
  });

  it('asks for a text where a choice wants one', async () => {
    const user = await sitAt(table({ choices: [{ move: 'declare', verb: 'declare', asks: 'word' }] }));

    await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'ghostly');
    await user.click(screen.getByRole('button', { name: 'Say it' }));

    expect(socket().last('move').move).toBe('ghostly');
  });
});

describe('what the house says', () => {
  it('ok: the command is stored, and the hand is open again with the next table', async () => {
    const user = await sitAt();
    await user.click(screen.getByRole('button', { name: /Swim away/ }));
    const { id } = socket().last('move');

    socket().say({ t: 'ok', id, at: 8 }, table({ at: 8, after: 7, lines: [], decision: 13 }));

    await waitFor(() => expect(screen.getByRole('button', { name: /Swim away/ })).toBeTruthy());
  });

  it('no: the reason is told with its clause', async () => {
    const user = await sitAt();
    await user.click(screen.getByRole('button', { name: /Swim away/ }));
    const { id } = socket().last('move');

    socket().say({
      t: 'no',
      id,
      code: 'illegal',
      line: { phrase: 'reason.too_big', terms: { card: 'piece.D1' } },
      clause: 'DU-08',
    });

    expect((await screen.findByRole('alert')).textContent).toContain('duck 1 is too big');
  });

  it('no, stale: nobody is scolded, the new table is on its way', async () => {
    const user = await sitAt();
    await user.click(screen.getByRole('button', { name: /Swim away/ }));

    socket().say({ t: 'no', id: socket().last('move').id, code: 'stale', line: { phrase: 'refusal.stale' } });

    await waitFor(() => expect(screen.getByRole('button', { name: /Swim away/ })).toBeTruthy());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('paused: the reason stands in the status until it is over', async () => {
    await sitAt();

    socket().say({ t: 'paused', on: true, line: { phrase: 'status.won', seats: { who: 1 } } });
    await waitFor(() => expect(document.querySelector('.status')!.textContent).toContain('Sabine has won.'));
    socket().say({ t: 'paused', on: false, line: { phrase: '' } });

    await waitFor(() => expect(document.querySelector('.status')!.textContent).toContain('You: play a duck'));
  });

  it('bye for good: a table that never opened says so, and nobody knocks again', async () => {
    vi.useFakeTimers();
    render(LiveTable, { table: 'table-1', ticket: '' });
    socket()
      .open()
      .say({ t: 'bye', code: 'closed', line: { phrase: 'refusal.gone' }, again: false });
    socket().cut();

    await vi.advanceTimersByTimeAsync(60_000);

    expect(FakeSocket.all).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'There is no such table.' })).toBeTruthy();
  });

  it('keeps lines up to `after` and adds the new ones: an undo takes lines back', async () => {
    await sitAt();
    expect(screen.getAllByText('You play duck 2.').length).toBeGreaterThan(0);

    socket().say(
      table({
        at: 9,
        after: 5,
        lines: [{ at: 9, line: { phrase: 'event.played', seats: { who: 1 }, terms: { card: 'piece.D2' } }, ply: 2 }],
      }),
    );

    await waitFor(() => expect(screen.getAllByText('Sabine plays duck 2.').length).toBeGreaterThan(0));
    expect(screen.queryByText('You play duck 2.')).toBeNull();
  });

  it('shows odds to whoever asks for them, and to nobody else', async () => {
    const user = await sitAt(table({ view: viewWith({ numbers: { ducks: 5, odds_wet: 30 } }) }));
    await user.click(screen.getByRole('button', { name: 'What happened' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'What happened' }));
    expect(sheet.queryByText(/odds_wet/)).toBeNull();

    await user.click(await sheet.findByRole('button', { name: 'Odds' }));

    expect(sheet.getByText(/odds_wet/)).toBeTruthy();
  });

  it('shows odds on demand, too, where a skin tells the numbers in its own words', async () => {
    const user = userEvent.setup({ delay: null });
    const tongue = { number: (id: string, n: number) => ({ label: `${id} as the game says`, value: String(n) }) };
    const skin = { standing: () => [{ label: 'ducks of the skin', value: 5 }] };
    const scene = { view: { numbers: { ducks: 5, odds_wet: 30 } }, tongue, skin };
    render(Standing, { scene: scene as unknown as Scene });
    expect(screen.getByText('ducks of the skin')).toBeTruthy();
    expect(screen.queryByText(/odds_wet/)).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Odds' }));

    expect(screen.getByText('odds_wet as the game says')).toBeTruthy();
    expect(screen.queryByText('ducks as the game says')).toBeNull();
  });

  it('tells once what the table says word for word again', async () => {
    const bot = (at: number) => ({ at, line: { phrase: 'talk.hello' } });
    const user = await sitAt();

    socket().say(table({ at: 10, after: 7, lines: [bot(8), bot(9), bot(10)] }));
    await user.click(screen.getByRole('button', { name: 'What happened' }));

    const sheet = within(await screen.findByRole('dialog', { name: 'What happened' }));
    expect(await sheet.findByText(/Hello!\s+× 3/)).toBeTruthy();
  });

  it('tells of a seat what everybody may know: its numbers, and how much of what nobody sees it has', async () => {
    const zones = [{ id: 'hand', count: 4, pieces: [] }];
    const user = await sitAt(table({ view: viewWith({ places: [{ seat: 0 }, { seat: 1, zones }] }) }));

    await user.click(document.querySelector('[data-seat="1"] button')!);

    const sheet = await screen.findByRole('dialog', { name: 'Sabine' });
    expect(sheet.querySelector('dl')!.textContent).toMatch(/hand\s*4/);
  });

  it('prints and announces what is called aloud', async () => {
    const user = await sitAt();

    expect(document.querySelector('.sr[aria-live]')!.textContent).toContain('Quack!');
    await user.click(screen.getByRole('button', { name: 'What happened' }));
    expect(await screen.findByText('Quack!', { selector: 'q' })).toBeTruthy();
  });

  it('lets a call and a ready phrase stand at the seat of whoever says them', async () => {
    await sitAt();
    const call = { at: 8, ply: 4, line: { phrase: 'event.quacked', seats: { who: 1 }, call: 'call.quack' } };
    const hello = { at: 9, by: 0, line: { phrase: 'talk.hello' } };

    socket().say(table({ at: 9, after: 7, lines: [call, hello] }));

    await waitFor(() => expect(document.querySelector('[data-seat="1"] .said')?.textContent).toContain('Quack!'));
    await waitFor(() => expect(document.querySelector('[data-seat="0"] .said')?.textContent).toContain('Hello!'));
  });

  it('tells the end of a round: what happened, and the points as the house knows them', async () => {
    const rounds = { rounds: [{ number: 1, ply: 4, scores: [3, 5] }] };
    fakeHttp({ '/api/tables/table-1/rounds?eyes=0': rounds });
    const numbers = { round: 1, rounds: 3 };
    const user = await sitAt(table({ view: viewWith({ numbers }) }));
    const last = { at: 8, ply: 4, line: { phrase: 'event.quacked', seats: { who: 1 } } };
    const over = { at: 8, ply: 4, line: { phrase: 'table.round', numbers: { round: 1 }, tone: 'round' } };
    const next = { at: 8, ply: 4, line: { phrase: 'table.round', numbers: { round: 2 }, tone: 'round' } };
    const first = { at: 8, ply: 4, line: { phrase: 'event.swam', seats: { who: 0 } } };

    socket().say(
      table({
        at: 8,
        after: 7,
        lines: [last, over, next, first],
        view: viewWith({ numbers: { round: 2, rounds: 3 } }),
      }),
    );

    const sheet = within(await screen.findByRole('dialog', { name: 'Round 1 is over' }));
    expect(await sheet.findByRole('row', { name: /Sabine \+5 5/ })).toBeTruthy();
    expect(sheet.getAllByRole('listitem')).toHaveLength(2);
    await user.click(sheet.getByRole('button', { name: 'On we go' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('where all choose at once, a first touch chooses and a second one locks', async () => {
    const user = await sitAt(table({ view: viewWith({ awaited: [0, 1] }) }));

    await user.click(screen.getByRole('button', { name: /Swim away/ }));
    expect(socket().sent.some((one) => one.t === 'move')).toBe(false);
    await user.click(screen.getByRole('button', { name: /Lock: Swim away/ }));

    expect(socket().last('move').move).toBe('swim');
  });
});

describe('a lost line', () => {
  it('says that the seat is kept, comes back, and sends what was not answered again under the same id', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    render(LiveTable, { table: 'table-1', ticket: '' });
    socket().open().say({ t: 'welcome', protocol: 1, table: 'table-1', you: 0 }, table());
    await user.click(await screen.findByRole('button', { name: /Swim away/ }));
    const first = socket().last('move');

    socket().cut();
    await waitFor(() =>
      expect(document.querySelector('.status')!.textContent).toContain('The line is gone. We keep your seat.'),
    );
    await vi.advanceTimersByTimeAsync(2_000);
    expect(FakeSocket.all).toHaveLength(2);
    socket().open().say({ t: 'welcome', protocol: 1, table: 'table-1', you: 0 });

    expect(socket().last('hello').seen).toBe(7);
    expect(socket().last('move')).toEqual(first);
  });
});

describe('around the game', () => {
  it('offers only what the house says may be done', async () => {
    const user = await sitAt(table({ may: ['say', 'undo'] }));

    await user.keyboard('m');

    const menu = within(await screen.findByRole('dialog'));
    expect(menu.getByRole('button', { name: 'Take my last move back' })).toBeTruthy();
    expect(menu.queryByRole('button', { name: 'Leave the table' })).toBeNull();
    await user.click(menu.getByRole('button', { name: 'Take my last move back' }));
    expect(socket().last('undo').t).toBe('undo');
  });

  it('asks before a game is given up', async () => {
    const user = await sitAt();
    await user.keyboard('m');
    await user.click(await screen.findByRole('button', { name: 'Give the game up' }));
    expect(socket().sent.some((one) => one.t === 'concede')).toBe(false);

    await user.click(screen.getByRole('button', { name: 'Give the game up' }));

    expect(socket().last('concede').t).toBe('concede');
  });

  it('asks whether a move may be taken back, and sends the answer', async () => {
    const user = await sitAt(table({ undo: { ask: 3, seat: 1, ply: 1, waiting: [0] }, may: ['allow'] }));

    expect(await screen.findByText('Sabine would like to take back the last move. Is that all right?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes' }));

    expect(socket().last('allow')).toMatchObject({ ask: 3, yes: true });
  });

  it('promises bytes for the next deal, and shows exactly those', async () => {
    await sitAt(table({ phase: 'lobby', view: null, choices: [], decision: 0, may: ['commit', 'start'] }));
    await waitFor(() => expect(socket().last('commit').hash).toMatch(/^[0-9a-f]{64}$/));

    socket().say(
      table({ phase: 'dealing', at: 8, after: 7, lines: [], view: null, choices: [], decision: 0, may: ['reveal'] }),
    );

    await waitFor(() => expect(socket().last('reveal').bytes).toBe(kept('table-1').bytes));
  });

  it('moves a seat here with the ticket of a link, once', async () => {
    localStorage.setItem('ghosthouse.known', '1');
    await sitAt(table({ you: -1, eyes: -1, decision: 0, choices: [] }), 't'.repeat(43));

    await waitFor(() => expect(socket().last('claim').ticket).toBe('t'.repeat(43)));
    expect(kept('table-1').token).toBe(socket().last('claim').token);
    expect(location.hash).toBe('');
  });

  it('shows a watcher the table and no hand', async () => {
    await sitAt(
      table({
        you: -1,
        eyes: -1,
        decision: 0,
        choices: [],
        may: [],
        view: viewWith({ viewer: -1, places: [{ seat: 0, zones: [{ id: 'hand', count: 2 }] }] }),
      }),
    );

    expect(screen.getByText(/You are watching/)).toBeTruthy();
    expect(document.querySelector('.hand-area button')).toBeNull();
  });

  it('says who is away, who has locked and whose clock runs', async () => {
    await sitAt(
      table({
        view: viewWith({ locked: [1] }),
        seats: [
          { seat: 0, who: 'person', name: 'Ada', here: true, left_ms: 65_000 },
          { seat: 1, who: 'person', name: 'Sabine', here: false, away: true },
        ],
      }),
    );

    const seats = within(screen.getByRole('region', { name: 'Seats' }));
    expect(seats.getByText('1:05')).toBeTruthy();
    expect(seats.getByText('has locked')).toBeTruthy();
    expect(seats.getByText('Away: a bot plays until they are back.')).toBeTruthy();
  });

  it('shows in the status what is left once the own clock runs low, and not to those who listen', async () => {
    const seats = (left_ms: number): Seat[] => [
      { seat: 0, who: 'person', name: 'Ada', here: true, left_ms, running: true },
      { seat: 1, who: 'person', name: 'Sabine', here: true, left_ms: 9_000 },
    ];
    await sitAt(table({ seats: seats(65_000) }));
    const status = document.querySelector('.status')!;
    expect(status.querySelector('.low')).toBeNull();

    socket().say(table({ at: 8, seats: seats(12_000) }));

    await waitFor(() => expect(status.querySelector('.low')?.textContent).toBe('0:12'));
    expect(status.querySelector('.low')?.getAttribute('aria-hidden')).toBe('true');
    expect(document.querySelectorAll('.clock.bad')).toHaveLength(1);
  });

  it('finds the candle of a question as short as the house says, also after the page was opened anew', async () => {
    const seats: Seat[] = [
      { seat: 0, who: 'person', name: 'Ada', here: true, left_ms: 4_000, running: true },
      { seat: 1, who: 'bot', here: true },
    ];
    const view = viewWith({ numbers: { seconds: 20 } });
    await sitAt(table({ seats, view, choices: [{ move: 'declare', verb: 'declare', asks: 'word' }] }));

    await waitFor(() => expect(document.querySelector('.wax b')?.textContent).toBe('4'));
    expect(document.querySelector<HTMLElement>('.wax i')!.style.transform).toBe('scaleX(0.2)');
  });

  it('takes the seat back in one touch, where the house plays for whoever was too slow', async () => {
    const user = await sitAt(table({ decision: 0, choices: [], may: ['back', 'say'] }));

    await user.click(screen.getByRole('button', { name: 'I am back' }));

    expect(socket().last('back').t).toBe('back');
  });

  it('says through whose eyes a watcher looks, and closes them again', async () => {
    const user = await sitAt(
      table({ you: -1, eyes: 1, decision: 0, choices: [], may: [], view: viewWith({ viewer: 1 }) }),
    );
    expect(screen.getByText(/You look through the eyes of/)).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Only watch' }));
    socket().open();

    expect(socket().last('hello').eyes ?? -1).toBe(-1);
  });
});

describe('the end', () => {
  it('tells who won and how it stands, and plays again with one tap', async () => {
    const user = await sitAt(
      table({
        phase: 'finished',
        decision: 0,
        choices: [],
        may: ['rematch'],
        result: { reason: 'rules', winners: [1], scores: [3, 9] },
        view: viewWith({ over: true, winners: [1], awaited: [], status: { phrase: 'status.won', seats: { who: 1 } } }),
      }),
    );

    expect(await screen.findByRole('heading', { name: 'Sabine wins.' })).toBeTruthy();
    const call = screen.getAllByRole('listitem').map((one) => one.textContent?.replace(/\s+/g, ' ').trim());
    expect(call).toEqual(['1 Sabine 9 points', '2 You 3 points']);
    await user.click(screen.getByRole('button', { name: 'Again' }));
    expect(socket().last('rematch').t).toBe('rematch');
  });
});
