/** Whoever cannot see the table plays one game of each title to its end, by what a screen reader speaks and by nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTable, opened, shortOptions, tableOf } from './party.mjs';
import { missing, Person, PHONE } from './people.mjs';
import { Reader } from './reader.mjs';

test('every title, played by ear', { skip: missing, timeout: 900_000 }, async (suite) => {
  const { house, browser, titles } = await opened(suite, { tap: false });

  for (const [n, title] of titles.entries())
    await suite.test(title.title, async (t) => {
      const ada = await Person.arrive(browser, house, 'Ada', { language: n % 2 ? 'de' : 'en', device: PHONE });
      t.after(() => ada.leave());
      const id = await tableOf(ada, { title: title.title, seats: Math.max(2, title.seats[0]), options: shortOptions(title) });
      await ada.page.goto(`/t/${id}`);
      await atTable(ada);

      const reader = new Reader(ada, { seed: 7 + n });
      await reader.start();
      await reader.play();

      // Every turn was announced, and what others did was told as it happened.
      const said = (part) => reader.announced.filter((one) => one.startsWith(part));
      assert.ok(said('status').length > 3, `the status was announced: ${reader.announced.slice(0, 10).join(' | ')}`);
      assert.ok(said('polite').length > 5, 'what happened was announced');
      assert.equal(reader.announced.filter((one) => /[{}]/.test(one)).length, 0, 'no phrase is left unfilled');
      assert.ok(
        reader.told.every((one) => one.replace(/^(button|textbox), ?/, '').length > 1),
        `every button has a name: ${reader.told.join('; ')}`,
      );
      // The reader itself may stumble over what has left the page; the page may not.
      assert.deepEqual(ada.complaints.filter((one) => !one.includes('eval at evaluate')), []);
      t.diagnostic(`${reader.touches} things pressed, ${reader.announced.length} announcements`);
    });
});
