/**
 * Two people with a browser each and a bot play every title of the lobby to the end: one on a phone in German, one at a desk in
 * English, one coming by link and the next by code. Somebody watches, and everything that reaches anybody is tapped.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTable, curtainCall, joinByCode, joinByLink, layTable, opened, seeArrive, start } from './party.mjs';
import { DESKTOP, missing, Person, PHONE } from './people.mjs';
import { Player } from './player.mjs';
import { assertNoSecrets, assertOnlookerKnowsLess } from './wire.mjs';

test('every title, played to the end by two browsers and a bot', { skip: missing }, async (suite) => {
  const { house, browser, titles } = await opened(suite);
  assert.ok(titles.length > 0, 'the lobby is empty');

  let hiddenInAll = 0;
  for (const [n, title] of titles.entries())
    await suite.test(title.title, { timeout: 900_000 }, async (t) => {
      const host = await Person.arrive(browser, house, 'Grete', { language: 'de', device: PHONE });
      const guest = await Person.arrive(browser, house, 'Olive', { language: 'en', device: DESKTOP });
      const onlooker = await Person.arrive(browser, house, 'Win', { language: 'en', device: DESKTOP });
      const all = [host, guest, onlooker];
      t.after(() => Promise.all(all.map((person) => person.leave())));
      const seats = Math.max(3, title.seats[0]);

      const code = await layTable(host, title, { seats });
      await (n % 2 ? joinByCode : joinByLink)(guest, code);
      await seeArrive(host, guest);
      await onlooker.page.goto(`/t/${code}`);
      await onlooker.page.getByText(onlooker.words['waiting.welcome']).waitFor();
      await start(host);
      await Promise.all([atTable(guest), atTable(onlooker)]);

      const players = [new Player(host, { seed: 11, wiseAfter: 40 }), new Player(guest, { seed: 12, wiseAfter: 40 })];
      assert.deepEqual(await Promise.all(players.map((player) => player.play())), ['end', 'end']);

      const [mine, theirs, seen] = await Promise.all(all.map(curtainCall));
      const bare = ({ rows }) => rows.map(({ place, points }) => ({ place, points }));
      assert.equal(mine.rows.length, seats);
      assert.deepEqual(bare(mine), bare(theirs), 'both end pages tell the same');
      assert.deepEqual(bare(mine), bare(seen), 'the onlooker is told the same');
      // The winner of one page is the winner of the other, called "you" or by name.
      const winner = (call, person) => (call.rows[0].name === person.words['seat.you'] ? person.name : call.rows[0].name);
      if (mine.rows.filter(({ place }) => place === '1').length === 1 && [host.name, guest.name].includes(winner(mine, host)))
        assert.equal(winner(mine, host), winner(theirs, guest));
      assert.ok(!theirs.headline.includes('{') && !mine.headline.includes('{'), 'no phrase is left unfilled');

      await assertNoSecrets(onlooker, [host, guest]);
      await assertNoSecrets(host, [guest]);
      await assertNoSecrets(guest, [host]);
      const { compared, hidden } = assertOnlookerKnowsLess(onlooker, [host, guest]);
      t.diagnostic(`${players.map((player) => player.touches).join(' and ')} touches; ${compared} zones compared, ${hidden} hidden`);
      hiddenInAll += hidden;
      assert.ok(compared > 0, 'the onlooker and the players never saw the same moment');
      for (const person of all) assert.deepEqual(person.complaints, [], `the page of ${person.name} complained`);
    });

  await suite.test('something was hidden at all', () => {
    assert.ok(hiddenInAll > 0, 'no zone was open to a player and closed to the onlooker: the comparison proves nothing');
  });

  await suite.test('no message of all these games told its viewer anything hidden', () => {
    assert.deepEqual(house.leaks(), []);
  });
});
