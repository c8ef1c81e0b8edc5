/** The skin of Ghost Hunters: thorned dice in the middle of the street, paper traps that light up when they are met. */
import './tokens.css';
import { colourPatterns } from '$house/paper/patterns';
import type { Fact, Skin } from '$house/skins/skin';
import { drawn, symbols } from './pictures';
import Hand from './Hand.svelte';
import Stage from './Stage.svelte';

const skin: Skin = {
  sprite: () => `<defs>${colourPatterns('RGBY')}</defs>${symbols()}`,
  picture: (zone, { id = '' }) => {
    if (/^[RGBY][1-6]?$/.test(id)) return { id: `die-${id}`, width: 100, height: 104, bare: true };
    if (drawn.has(id)) return { id: `trap-${id}`, width: 132, height: 104, bare: true };
    if (/^(SWAP|TINT|TURN|BANISH|STEEL|ENCORE|DIE-\w\d)$/.test(id))
      return { id: `ally-${id}`, width: 100, height: 100 };
    return zone === 'allies' && !id ? { id: 'ally-back', width: 100, height: 100 } : undefined;
  },
  far: {
    things:
      '<path d="M0 470V350H50V300L80 270L110 300V350H140V320H210V380H250V470ZM560 470V330H600V290H660V350H690V250L716 220L742 250V340H800V470Z"/>',
    windows: '<path d="M70 306H90V330H70ZM620 310H640V330H620ZM706 262H726V286H706Z"/>',
  },
  Stage,
  Hand,
  hand: ['traps', 'allies'],
  sign: ({ terms }) => {
    const named = Object.values(terms ?? {}).map((term) => /^(?:trap|ally|die)\.(.+)$/.exec(term)?.[1] ?? '');
    return named.filter((id) => id && id !== 'none').map((id) => ({ id }))[0];
  },
  buttons: { stay: 'main', pass: 'paper' },
  facts: (place, { tongue }) => {
    const { earned = 0, total, token = 0 } = place.numbers ?? {};
    const where = ['leaving', 'passed'].find((flag) => place.flags?.includes(flag));
    const facts: Fact[] = [
      { value: token, label: tongue.word('skin.token', { n: token }), corner: true },
      { icon: 'star', value: earned, label: tongue.word('skin.fame'), big: true, mood: earned ? 'good' : undefined },
    ];
    if (total) facts.push({ icon: 'bag', value: total, label: tongue.word('skin.total') });
    if (where) facts.push({ value: tongue.word(`skin.${where}`), label: '', mood: 'quiet' });
    return facts;
  },
  rests: (place) => place.flags?.includes('passed') ?? false,
  standing: ({ view, tongue, zone, own }) => {
    const numbers = view.numbers ?? {};
    const danger = numbers['danger'] ?? 0;
    const facts: Fact[] = [
      {
        value: tongue.word('skin.of3', { danger }),
        label: tongue.word('skin.dangerous'),
        mood: danger > 1 ? 'bad' : undefined,
      },
      { value: zone('pouch')?.count ?? 0, label: tongue.word('skin.pouch') },
      { value: numbers['in_round'] ?? 0, label: tongue.word('skin.inround') },
      { value: zone('trap_deck')?.count ?? 0, label: tongue.word('skin.deck') },
    ];
    if (own?.numbers?.['total'] !== undefined)
      facts.push({ value: own.numbers['total'], label: tongue.word('skin.total') });
    const next = numbers['odds_bust'];
    if (next !== undefined) facts.push({ value: `${next} %`, label: tongue.word('skin.oddsnext'), odds: true });
    for (const size of [2, 3, 4]) {
      const odds = numbers[`odds_bust_${size}`];
      if (odds !== undefined)
        facts.push({ value: `${odds} %`, label: tongue.word('skin.oddsn', { k: size }), odds: true });
    }
    return facts;
  },
  // The dice bow: each seat has a colour, and the place is what is thrown.
  figure: (seat, place) => ({ id: `die-${'RGBY'[seat % 4]}${Math.min(place, 6)}`, width: 100, height: 104 }),
};

export default skin;
