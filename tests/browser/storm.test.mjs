/**
 * In the middle of a game: the page is opened anew, the line is lost and comes back, the house is killed and started again, the same
 * seat is opened in a second tab. The game goes on, and nobody becomes a second player of the same person.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTable, curtainCall, joinByLink, layTable, opened, seeArrive, start } from './party.mjs';
import { missing, Person, PHONE } from './people.mjs';
import { Player } from './player.mjs';
import { assertNoSecrets } from './wire.mjs';

test('a game in the storm', { skip: missing, timeout: 900_000 }, async (t) => {
  const { house, browser, titles: [title] } = await opened(t, { tap: false });
  const ada = await Person.arrive(browser, house, 'Ada', { device: PHONE });
  const ben = await Person.arrive(browser, house, 'Ben', { language: 'de' });
  const code = await layTable(ada, title, { seats: 3 });
  await joinByLink(ben, code);
  await seeArrive(ada, ben);
  await start(ada);
  await atTable(ben);

  const who = async () => (await house.table(code)).seats.map((seat) => `${seat.who} ${seat.name ?? ''}`);
  const seated = await who();
  assert.deepEqual([...seated].sort(), ['bot ', 'person Ada', 'person Ben']);

  const [hers, his] = [new Player(ada, { seed: 3 }), new Player(ben, { seed: 4 })];
  /** Both play until each has touched so many more things, or the game is over: neither stops while the other needs them. */
  const goOn = (count = 6) => {
    const wanted = [hers, his].map((player) => player.touches + count);
    const enough = () => [hers, his].every((player, n) => player.touches >= wanted[n]);
    return Promise.all([hers, his].map((player) => player.play({ enough })));
  };
  /** Ada's page shows the table with her own hand, and the house counts the same people as before. */
  const sheIsBack = async (page = ada.page) => {
    await page.getByRole('region', { name: ada.words['table.stage'], exact: true }).waitFor();
    await page.locator('section[aria-label] li.you').filter({ hasText: ada.words['seat.you'] }).waitFor();
    assert.deepEqual(await who(), seated, 'the same people in the same seats');
  };

  await t.test('she opens the page anew', async () => {
    await goOn();
    await ada.page.reload();
    await sheIsBack();
    await goOn();
  });

  await t.test('her phone loses the network, says so, and finds back by itself', async () => {
    await ada.context.setOffline(true);
    await ada.page.getByText(ada.words['link.lost']).waitFor();
    await ada.context.setOffline(false);
    await ada.page.getByText(ada.words['link.lost']).waitFor({ state: 'hidden' });
    await sheIsBack();
    await goOn();
  });

  await t.test('the house is killed and started again on the same database', async () => {
    await house.kill();
    await Promise.all([ada, ben].map((one) => one.page.getByText(one.words['link.lost']).waitFor()));
    await house.start();
    await Promise.all(
      [ada, ben].map((one) => one.page.getByText(one.words['link.lost']).waitFor({ state: 'hidden', timeout: 30_000 })),
    );
    await sheIsBack();
    await goOn();
  });

  await t.test('a second tab is the same seat, and either may play', async () => {
    const first = ada.page;
    const second = await ada.context.newPage();
    await second.goto(`/t/${code}`);
    await sheIsBack(second);
    hers.page = ada.page = second;
    await goOn();
    hers.page = ada.page = first;
    await goOn();
    await second.close();
  });

  await t.test('an old link leads the seated person to the seat, not to a new one', async () => {
    await ada.page.goto('/');
    await ada.page.goto(`/t/${code}`);
    await sheIsBack();
  });

  await t.test('the game is played to the end, and both are told the same', async () => {
    assert.deepEqual(await Promise.all([hers.play(), his.play()]), ['end', 'end']);
    const [mine, theirs] = await Promise.all([ada, ben].map(curtainCall));
    const bare = ({ rows }) => rows.map(({ place, points }) => ({ place, points }));
    assert.deepEqual(bare(mine), bare(theirs));
    assert.deepEqual(await who(), seated);
    await assertNoSecrets(ada, [ben]);
    await assertNoSecrets(ben, [ada]);
    for (const person of [ada, ben]) assert.deepEqual(person.complaints, [], `the page of ${person.name} complained`);
  });
});
