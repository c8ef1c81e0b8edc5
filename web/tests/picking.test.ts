import { describe, expect, it } from 'vitest';
import { Picking } from '../src/table/picking.svelte';
import { offersOf } from '../src/table/offers';
import type { Choice, View } from '../src/wire/types';

const view: View = {
  viewer: 0,
  zones: [{ id: 'pile', count: 1, pieces: [{ id: 'K1' }] }],
  places: [
    {
      seat: 0,
      zones: [{ id: 'hand', count: 4, pieces: [{ id: '5' }, { id: '5' }, { id: '9' }, { id: '2' }] }],
    },
  ],
};
const choices: Choice[] = [
  { move: 'play 5', picks: [['hand', 0]] },
  {
    move: 'play 5x2',
    picks: [
      ['hand', 0],
      ['hand', 1],
    ],
  },
  { move: 'play 9', picks: [['hand', 2]] },
  { move: 'play 2', picks: [['hand', 3]], legal: false, why: { phrase: 'reason.low' }, clause: 'GO-13' },
  { move: 'take', verb: 'take', picks: [['pile', 0]] },
  { move: 'pass', verb: 'pass' },
];
const at = (index: number, zone = 'hand') => ({ zone, index });
const fresh = () => new Picking(() => ({ view, seat: 0, choices }));

describe('picking', () => {
  it('lights what a legal choice asks for, and equal pieces alike', () => {
    const picking = fresh();

    expect([0, 1, 2, 3].map((index) => picking.isLit(at(index)))).toEqual([true, true, true, false]);
    expect(picking.isLit(at(0, 'pile'))).toBe(true);
  });

  it('makes a choice of what is held, whichever of two equal pieces was touched', () => {
    const picking = fresh();

    expect(picking.touch(at(1)).what).toBe('picked');

    expect(picking.ready.map((choice) => choice.move)).toEqual(['play 5']);
  });

  it('adds a second equal piece, and plays on a second touch', () => {
    const picking = fresh();

    picking.touch(at(1));
    picking.touch(at(0));

    expect(picking.ready.map((choice) => choice.move)).toEqual(['play 5x2']);
    expect(picking.touch(at(0))).toEqual({ what: 'ready', choice: choices[1] });
  });

  it('puts the old piece back where the new one goes with nothing held', () => {
    const picking = fresh();

    picking.touch(at(0));
    picking.touch(at(2));

    expect(picking.held).toEqual([at(2)]);
  });

  it('refuses what is not lit, with the choice that holds reason and clause, and keeps what is held', () => {
    const picking = fresh();
    picking.touch(at(0));

    expect(picking.touch(at(3))).toEqual({ what: 'refused', choice: choices[3] });

    expect(picking.held).toEqual([at(0)]);
  });

  it('answers nothing where no choice asks for a piece', () => {
    expect(fresh().touch(at(7)).what).toBe('nothing');
  });
});

describe('the buttons', () => {
  it('stand for verbs with one choice, and for what is held', () => {
    const picking = fresh();
    picking.touch(at(2));

    const offers = offersOf(choices, picking.ready);

    expect(offers.direct.map((choice) => choice.move)).toEqual(['take', 'pass']);
    expect(offers.ready.map((choice) => choice.move)).toEqual(['play 9']);
    expect(offers.waiting).toBe('play');
  });

  it('offer the last card of a hand directly, and a text where one is asked for', () => {
    const last: Choice[] = [
      { move: 'play 5', picks: [['hand', 0]] },
      { move: 'call', verb: 'call', asks: 'level' },
    ];

    const offers = offersOf(last, []);

    expect(offers.direct.map((choice) => choice.move)).toEqual(['play 5']);
    expect(offers.asking.map((choice) => choice.move)).toEqual(['call']);
  });
});
