/** Whatever a skin forgets to draw can be touched all the same. */
import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Scene, type Source } from '../src/table/scene.svelte';
import Unseen from '../src/table/Unseen.svelte';
import en from '../src/words/en.json';
import type { Choice } from '../src/wire/types';
import { words } from '../src/words/words.svelte';
import { phrases, viewWith } from './house/fake';

beforeEach(() => words.use('en', en, phrases));

function sceneOf(choices: Choice[], chosen: Choice[] = []): Scene {
  const source: Source = {
    title: 'ducks/plain',
    view: viewWith({}),
    viewer: 0,
    you: 0,
    seats: [],
    choices,
    skin: undefined,
    choose: (choice) => chosen.push(choice),
    refuse: () => undefined,
    quick: true,
    onPick: () => undefined,
    news: [],
  };
  return new Scene(() => source);
}

const play: Choice = { move: 'play D2', picks: [['hand', 1]] };

describe('pieces that a choice asks for', () => {
  it('lie here where the skin draws none of them, and can be touched', async () => {
    const chosen: Choice[] = [];
    render(Unseen, { scene: sceneOf([play], chosen) });

    await userEvent.click(await screen.findByRole('button', { name: 'duck 2' }));

    expect(chosen).toEqual([play]);
  });

  it('do not lie here twice', async () => {
    const skin = document.body.appendChild(document.createElement('div'));
    skin.innerHTML = '<button data-spot="hand/1">duck</button>';

    render(Unseen, { scene: sceneOf([play]) });

    await waitFor(() => expect(document.querySelector('.unseen')).toBeTruthy());
    expect(screen.queryByRole('button', { name: 'duck 2' })).toBeNull();
    skin.remove();
  });

  it('do not lie here for what cannot be done', async () => {
    render(Unseen, { scene: sceneOf([{ ...play, legal: false }]) });

    await waitFor(() => expect(document.querySelector('.unseen')).toBeTruthy());
    expect(screen.queryByRole('button')).toBeNull();
  });
});
