/** A hint on demand: what the strongest bot of this house would do, knowing what this seat knows. It is shown, not done. */
import type { Play } from '../table/play.svelte';
import { verbOf } from '../table/offers';
import { piecesAt } from '../table/picking.svelte';
import { http, Trouble } from '../wire/http';
import type { Choice } from '../wire/types';
import { t } from '../words/words.svelte';
import { show } from './show';

/** A choice in words: its verb, its pieces, and what it would do. */
function worded(play: Play, choice: Choice): string {
  const { scene } = play;
  const verb = scene.tongue.first([`skin.verb.${verbOf(choice)}`, `verb.${verbOf(choice)}`]) || verbOf(choice);
  const pieces = (choice.picks ?? []).flatMap(([zone, index]) => piecesAt(scene.view, scene.viewer, zone)[index] ?? []);
  const what = pieces.length ? t('action.with', { verb, what: scene.list(pieces) }) : verb;
  const does = choice.line ? scene.say(choice.line) : '';
  // A line that names the verb itself says it all.
  if (!pieces.length && does.toLocaleLowerCase().startsWith(verb.toLocaleLowerCase())) return does;
  return does ? t('piece.does', { piece: what, what: does }) : what;
}

export async function hint(play: Play): Promise<void> {
  try {
    const found = await http.hint(play.id, play.secret);
    const message = play.message;
    if (!message || found.decision !== message.decision) return; // the table has moved on meanwhile
    const move = found.moves[0] ?? '';
    const choice = message.choices.find((one) => one.move === move && !one.asks);
    const asked = message.choices.find((one) => one.asks);
    const text = asked && move.startsWith(`${asked.move} `) ? move.slice(asked.move.length + 1) : move;
    await show(play.scene, choice);
    play.notice({ text: t('hint.is', { what: choice ? worded(play, choice) : text }), mood: 'news' });
  } catch (what) {
    const trouble = what instanceof Trouble ? what : new Trouble('away');
    play.notice({ line: trouble.line, word: trouble.word, mood: 'no' });
  }
}
