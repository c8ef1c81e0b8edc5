/** The skin of Ghost! (Karamitsos): letters over a torn fold, two words large, the ring as a living strip. */
import './tokens.css';
import { sheet } from '$house/paper/ghost';
import { symbol } from '$house/paper/card';
import type { Fact, Skin } from '$house/skins/skin';
import { zoneOf } from '$house/table/scene.svelte';
import { deskOf } from './desk.svelte';
import Hand from './Hand.svelte';
import Stage from './Stage.svelte';

/** The colours of the company in which spellers take their bow. */
const colours = ['w', 'y', 'b', 'g', 'm', 'r'];

const skin: Skin = {
  sprite: () => colours.map((one) => symbol(`speller-${one}`, '-60 -24 120 160', sheet(one))).join(''),
  picture: () => undefined,
  far: {
    things:
      '<path d="M40 470V330H74V470ZM78 470V300H104V470ZM108 470V344H150V470ZM650 470V310H680V470ZM684 470V340H724V470ZM728 470V290H752V470Z"/>',
    windows: '',
  },
  Stage,
  Hand,
  lay: (choice, scene) => deskOf(scene).lay(choice),
  hand: ['hand'],
  bundles: { 'skin.verb.challenge': ['impossible', 'complete'] },
  main: (choice, { tongue }) =>
    choice.line?.texts?.['word'] && !choice.asks ? tongue.word('skin.lock', { word: choice.line.texts['word'] }) : '',
  direction: (view) => (view.flags?.includes('clockwise') ? 1 : -1),
  heading: ({ view, tongue }) => {
    const { turn = 0, deck_turns: turns = 0 } = view.numbers ?? {};
    return turn <= turns ? tongue.word('skin.turn', { turn, turns }) : tongue.word('skin.turnonly', { turn });
  },
  facts: (place, { tongue, view }) => {
    const facts: Fact[] = [
      {
        value: place.numbers?.['points'] ?? view.scores?.[place.seat] ?? 0,
        label: tongue.word('number.points'),
        big: true,
      },
      { icon: 'fright', value: zoneOf(place, 'ghosts')?.count ?? 0, label: tongue.word('skin.ghosts') },
      { icon: 'cards', value: zoneOf(place, 'hand')?.count ?? 0, label: tongue.word('zone.hand'), minor: true },
    ];
    return facts;
  },
  standing: ({ view, tongue, own }) => {
    const facts: Fact[] = [{ value: view.numbers?.['turn'] ?? 0, label: tongue.word('number.turn') }];
    if (own) {
      facts.push(
        { value: own.numbers?.['points'] ?? 0, label: tongue.word('skin.points') },
        { value: zoneOf(own, 'deck')?.count ?? 0, label: tongue.word('skin.deck') },
        { value: zoneOf(own, 'stack')?.count ?? 0, label: tongue.word('skin.stack') },
        { value: zoneOf(own, 'ghosts')?.count ?? 0, label: tongue.word('skin.ghosts') },
      );
    }
    return facts;
  },
  figure: (seat) => ({ id: `speller-${colours[seat % colours.length]}`, width: 120, height: 160 }),
};

export default skin;
