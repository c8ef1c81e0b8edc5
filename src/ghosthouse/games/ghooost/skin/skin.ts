/** The skin of Ghooost!: sixteen ghosts, a gravestone that says what to beat, and a clock that goes to midnight. */
import './tokens.css';
import { colourPatterns } from '$house/paper/patterns';
import type { Fact, Skin } from '$house/skins/skin';
import { zoneOf } from '$house/table/scene.svelte';
import { familyPatterns, symbols } from './company';
import Hand from './Hand.svelte';
import Stage from './Stage.svelte';

const callers = ['14', '8', '11', '12', '3', '1'];

const skin: Skin = {
  sprite: (tongue) =>
    `<defs>${colourPatterns('W')}${familyPatterns}</defs>${symbols((value) => tongue.word(`name.${value}`))}`,
  picture: (_zone, piece) => ({ id: piece.id ? `gc-${piece.id}` : 'gc-back', width: 120, height: 176 }),
  far: {
    things:
      '<path d="M60 470V420Q60 392 84 392Q108 392 108 420V470ZM690 470V404Q690 372 718 372Q746 372 746 404V470ZM150 470V432H136V420H150V402H164V420H178V432H164V470ZM612 470V430Q612 410 630 410Q648 410 648 430V470Z"/>',
    windows: '',
  },
  Stage,
  Hand,
  hand: ['hand'],
  // Crypt and mansion are one button: whichever the hour has, and never both.
  spare: (choice) => choice.why?.phrase === 'reason.crypt_empty' || choice.why?.phrase === 'reason.not_midnight',
  facts: (place, { tongue }) => {
    const { boos = 0, points, place: out } = place.numbers ?? {};
    const facts: Fact[] = out
      ? [{ icon: 'door', value: out, label: tongue.word('skin.out', { place: out }), mood: 'good' }]
      : [
          { icon: 'house', value: zoneOf(place, 'mansion')?.count ?? 0, label: tongue.word('zone.mansion') },
          { icon: 'cards', value: zoneOf(place, 'hand')?.count ?? 0, label: tongue.word('zone.hand') },
        ];
    if (points) facts.push({ icon: 'star', value: points, label: tongue.word('number.points') });
    if (boos) facts.push({ value: boos > 1 ? `Boo! ${boos}` : 'Boo!', label: tongue.word('skin.boos'), mood: 'bad' });
    return facts;
  },
  standing: ({ view, tongue, zone }) => {
    const { crypt, beat = 0, patience, odds_crypt, odds_mansion } = view.numbers ?? {};
    const odds = odds_crypt ?? odds_mansion;
    const pile = (zone('cemetery')?.count ?? 0) + (zone('kitties')?.count ?? 0);
    const facts: Fact[] = [
      { value: beat || '–', label: tongue.word('skin.tobeat') },
      { value: pile, label: tongue.word('skin.inpile') },
      { value: zone('discard')?.count ?? 0, label: tongue.word('skin.discarded') },
    ];
    if (crypt)
      facts.unshift({
        value: crypt,
        label: tongue.word('skin.midnight', { n: crypt }),
        mood: crypt < 6 ? 'bad' : undefined,
      });
    if (odds !== undefined)
      facts.push({ value: tongue.word('skin.percent', { n: odds }), label: tongue.word('skin.odds'), odds: true });
    if (patience !== undefined) facts.push({ value: patience, label: tongue.word('skin.patience'), mood: 'bad' });
    return facts;
  },
  heading: ({ view, tongue }) => {
    const phase = tongue.word(view.phase === 'before' ? 'skin.before' : 'skin.after');
    const round = view.numbers?.['round'];
    return round ? tongue.word('skin.round', { round, phase }) : phase;
  },
  figure: (seat, _place, last) => ({
    id: `gh-${last ? '2' : callers[seat % callers.length]}`,
    width: 132,
    height: 164,
  }),
  lament: { tone: 'ghost' },
};

export default skin;
