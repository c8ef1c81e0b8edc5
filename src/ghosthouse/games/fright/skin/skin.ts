/** The skin of Ghosts (Knizia): six families and the mist, a tower of windows, a pile that is called aloud. */
import './tokens.css';
import type { Skin } from '$house/skins/skin';
import { colourPatterns } from '$house/paper/patterns';
import { symbols } from './company';
import Stage from './Stage.svelte';

const company = ['K', 'G', 'Y', 'B', 'R', 'W', 'M'];

const skin: Skin = {
  sprite: () => `<defs>${colourPatterns('WKBRGYM')}</defs>${symbols()}`,
  // Counts above three have no drawing of their own: a deck file that brings them is played with plain cards.
  picture: (_zone, piece) =>
    !piece.id || /^([WKBRGY][123]|M)$/.test(piece.id)
      ? { id: piece.id ? `fc-${piece.id}` : 'fc-back', width: 120, height: 176 }
      : undefined,
  Stage,
  hand: ['hand'],
  ownCalls: true,
  facts: (place, { tongue }) => {
    const { fright = 0, hand = 0, taken = 0 } = place.numbers ?? {};
    return [
      { icon: 'fright', value: fright, label: tongue.word('number.fright'), big: true },
      { icon: 'cards', value: hand, label: tongue.word('number.hand') },
      taken
        ? { icon: 'pile', value: taken, label: tongue.word('number.taken') }
        : { icon: 'star', value: '', label: tongue.word('skin.clean'), mood: 'good' },
    ];
  },
  standing: (scene) => {
    const { tongue, picking } = scene;
    const { limit = 7, headroom, deck = 0, pile = 0, mist } = scene.view.numbers ?? {};
    const hand = scene.ownZone('hand')?.pieces ?? [];
    const safe = hand.filter((_, index) => picking.isLit({ zone: 'hand', index })).length;
    const spent = scene.zone('beside');
    return [
      ...(headroom === undefined
        ? []
        : [
            {
              value: headroom,
              label: tongue.word('skin.room', { limit }),
              mood: headroom < 2 ? ('bad' as const) : undefined,
            },
          ]),
      ...(scene.choices.length
        ? [{ value: tongue.word('skin.of', { count: safe, all: hand.length }), label: tongue.word('skin.safe') }]
        : []),
      { value: deck, label: tongue.word('skin.draw') },
      { value: pile, label: tongue.word('skin.pile') },
      ...(!mist ? [] : [{ value: mist, label: tongue.word('skin.mist') }]),
      ...(spent ? [{ value: spent.count ?? 0, label: tongue.word('skin.spent') }] : []),
    ];
  },
  direction: (view) => ((view.places?.length ?? 0) <= 2 ? 0 : view.flags?.includes('counterclockwise') ? -1 : 1),
  figure: (seat) => ({ id: `g-${company[seat % company.length]}`, width: 120, height: 160 }),
};

export default skin;
