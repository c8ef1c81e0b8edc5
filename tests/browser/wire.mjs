/** What may be on the wire: laws about everything that reached a browser. */
import assert from 'node:assert/strict';

/** Nobody ever hears a secret of somebody else: of a seat, or the cookie that says who one is. */
export async function assertNoSecrets(listener, others) {
  const texts = await listener.all();
  assert.ok(texts.length > 0, `nothing was tapped at ${listener.name}`);
  for (const other of others)
    for (const secret of await other.secrets())
      for (const { from, text } of texts)
        assert.ok(!text.includes(secret), `${listener.name} got a secret of ${other.name} from ${from}`);
}

/** Every zone of a view, with what its pieces show. */
const zonesOf = (view) => [
  ...(view.zones ?? []).map((zone) => [`table ${zone.id}`, zone]),
  ...(view.places ?? []).flatMap((place) =>
    (place.zones ?? []).map((zone) => [`seat ${place.seat} ${zone.id}`, zone]),
  ),
];
const shown = (zone) => (zone?.pieces ?? []).map((piece) => piece.id ?? '').filter(Boolean);

/**
 * An onlooker sees nothing that is hidden from any player: whatever shows its face to the onlooker while the game runs shows the same
 * to every player at the same moment. Zones that exist for one viewer only (a player's own side of the table) are left out.
 * Returns how many zones were compared, and how many of those were hidden from the onlooker but open to a player.
 */
export function assertOnlookerKnowsLess(onlooker, players) {
  const running = (message) => message.phase === 'playing' && message.view && !message.view.over;
  const key = (message) => `${message.table} ${message.game} ${message.at}`;
  let compared = 0;
  let hidden = 0;
  const seen = onlooker.tables().filter(running);
  assert.ok(seen.length > 0, 'the onlooker saw nothing of the game');
  for (const message of seen) {
    assert.deepEqual([message.you, message.eyes, message.decision, message.choices.length], [-1, -1, 0, 0]);
  }
  const byKey = new Map(seen.map((message) => [key(message), message]));
  for (const player of players)
    for (const message of player.tables().filter(running)) {
      const there = byKey.get(key(message));
      if (!there) continue;
      const mine = new Map(zonesOf(message.view));
      const theirs = new Map(zonesOf(there.view));
      for (const [name, zone] of theirs) {
        if (!mine.has(name)) continue;
        compared++;
        assert.deepEqual(
          shown(zone).filter((id) => !shown(mine.get(name)).includes(id)),
          [],
          `at ${key(message)} the onlooker sees in ${name} what ${player.name} does not`,
        );
      }
      for (const [, zone] of [...mine].filter(([name]) => name.startsWith(`seat ${message.you} `)))
        if (shown(zone).length && shown(theirs.get(`seat ${message.you} ${zone.id}`)).length === 0) hidden++;
    }
  return { compared, hidden };
}
