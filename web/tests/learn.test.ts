/** A lesson as its learner meets it: what is wanted goes on, what is refused says why, what else may be done shows what would come of it. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { house } from '../src/house.svelte';
import { learned } from '../src/learn/learned';
import Learn from '../src/learn/Learn.svelte';
import Lessons from '../src/learn/Lessons.svelte';
import en from '../src/words/en.json';
import type { Lesson, LessonInfo, LessonStep, Tried } from '../src/wire/types';
import { words } from '../src/words/words.svelte';
import { fakeHttp, phrases, table, viewWith } from './house/fake';

const game = {
  ...phrases.games.ducks,
  'lesson.first': 'The pond',
  'lesson.first.begin': 'Ducks like ponds.',
  'lesson.first.play': 'Play duck 1.',
  'lesson.first.big': 'Try duck 2.',
  'lesson.first.end': 'That was all.',
};
const [duck1, duck2, swim] = table().choices as [
  LessonStep['choices'][0],
  LessonStep['choices'][0],
  LessonStep['choices'][0],
];
const step = (more: Partial<LessonStep>): LessonStep => ({
  seat: 0,
  say: null,
  view: viewWith({}),
  choices: [],
  move: '',
  no: null,
  lines: [],
  ...more,
});
const lesson: Lesson = {
  game: 'ducks',
  lesson: 'first',
  title: 'ducks/plain',
  seats: 2,
  you: 0,
  say: { phrase: 'lesson.first.begin' },
  steps: [
    step({
      say: { phrase: 'lesson.first.play' },
      move: 'play D1',
      choices: [duck1, duck2, swim],
      lines: [{ phrase: 'event.played', seats: { who: 0 }, terms: { card: 'piece.D1' } }],
    }),
    step({ seat: 1, lines: [{ phrase: 'event.played', seats: { who: 1 }, terms: { card: 'piece.D2' } }] }),
    step({
      say: { phrase: 'lesson.first.big' },
      move: 'play D2',
      choices: [duck1, duck2, swim],
      no: { t: 'no', code: 'illegal', line: duck2.why!, clause: 'DU-07' },
    }),
    step({ say: { phrase: 'lesson.first.end' } }),
  ],
  opening: '',
};
const info = (name: string): LessonInfo => ({
  game: 'ducks',
  lesson: name,
  title: 'ducks/plain',
  seats: 2,
  steps: 4,
  clauses: [],
});

let tried: Tried;

beforeEach(() => {
  words.use('en', en, { ...phrases, games: { ducks: game } });
  house.lessons = [info('first'), info('second')];
  tried = {
    wanted: false,
    no: null,
    view: viewWith({}),
    lines: [{ phrase: 'event.played', seats: { who: 0 }, terms: { card: 'piece.D2' } }],
  };
  fakeHttp({
    '/api/lessons/ducks/first': lesson,
    '/api/words/en/ducks': game,
    'POST /api/lessons/ducks/first/0': () => tried,
  });
});

async function begin() {
  render(Learn, { game: 'ducks', lesson: '' });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Begin' }));
  return user;
}
const says = () => document.querySelector('.status')!.textContent?.trim();
const press = (name: string) => screen.findByRole('button', { name });

describe('a lesson', () => {
  it('says what to do, and goes on when it is done', async () => {
    const user = await begin();
    expect(says()).toBe('Play duck 1.');

    await user.click(await press('duck 1: Makes 1.'));
    await user.click(await press('Play duck 1'));

    await waitFor(() => expect(says()).toBe('You play duck 1.'));
    await waitFor(() => expect(says()).toBe('Try duck 2.'), { timeout: 5000 });
  });

  it('answers what cannot be done with the reason and the rule, and stays', async () => {
    const user = await begin();

    await user.click(await press('duck 2, not now: duck 2 is too big for the pond. A smaller duck would do.'));

    expect((await screen.findByRole('alert')).textContent).toMatch(/A smaller duck would do\..*rule DU-07/s);
    expect(says()).toBe('Play duck 1.');
  });

  it('shows what would come of another move, and stays', async () => {
    const user = await begin();

    await user.click(await press('Swim away Leave the pond'));

    expect((await screen.findByRole('alert')).textContent).toContain('This would come of it: You play duck 2.');
    expect(says()).toBe('Play duck 1.');
  });

  it('tells that the house does not answer, and stays', async () => {
    const user = await begin();
    fakeHttp({ 'POST /api/lessons/ducks/first/0': new Response('{}', { status: 503 }) });

    await user.click(await press('Swim away Leave the pond'));

    expect((await screen.findByRole('alert')).textContent).toContain('The house does not answer.');
  });

  it('shows on demand what is wanted', async () => {
    const user = await begin();

    await user.click(await press('Show me'));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Play duck 1'));
    await user.keyboard('{Enter}');

    await waitFor(() => expect(says()).toBe('You play duck 1.'));
  });

  it('wants a refusal where it says so, and ends with the next one', async () => {
    const user = await begin();
    await user.click(await press('Show me'));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Play duck 1'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(says()).toBe('Try duck 2.'), { timeout: 5000 });

    await user.click(await press('duck 2, not now: duck 2 is too big for the pond. A smaller duck would do.'));
    expect(says()).toBe('Just so: the rules refuse it, and say which of them does.');
    await user.click(await press('Go on'));

    expect(says()).toBe('That was all.');
    expect(screen.getByRole('link', { name: 'The next lesson' }).getAttribute('href')).toBe('/learn/ducks/second');
    expect(learned('ducks', 'first')).toBe(true);
  });

  it('that is not there is told in the words of the house', async () => {
    render(Learn, { game: 'ducks', lesson: 'third' });

    expect(await screen.findByRole('link', { name: 'To the lobby' })).toBeTruthy();
  });
});

describe('the list of lessons', () => {
  it('names them all, and which was taken', async () => {
    localStorage.setItem('ghosthouse.learned', '["ducks/first"]');
    render(Lessons, { game: 'ducks', now: 'second', onclose: () => undefined, onagain: () => undefined });

    expect(screen.getByRole('link', { name: 'The pond taken' })).toBeTruthy();
  });
});
