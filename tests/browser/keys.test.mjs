/** Whoever has no pointer plays one game of each title to its end: Tab, arrows, Enter and the keys of the house, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTable, opened, shortOptions, tableOf } from './party.mjs';
import { DESKTOP, missing, Person } from './people.mjs';
import { Player } from './player.mjs';

/** Where the focus stands, seen from the thing that is wanted: on it, in its row (where arrows walk), or elsewhere. */
const seenFrom = (wanted) => {
  const at = document.activeElement;
  if (!wanted.isConnected || wanted.disabled) return 'gone';
  if (document.querySelector('dialog[open]') && !wanted.closest('dialog')) return 'covered';
  if (at === wanted) return 'there';
  if (wanted.tabIndex >= 0) return 'elsewhere';
  // A row has one stop for Tab: the nearest box around the thing that holds it.
  let row = wanted.parentElement;
  while (row && !row.querySelector('button[tabindex="0"]')) row = row.parentElement;
  return row?.contains(at) && at !== row ? 'row' : 'elsewhere';
};

/** Walk to a thing with Tab, along its row with the arrows, and press Enter. */
export async function byKeyboard(wanted, page) {
  let arrows = 0;
  for (let keys = 0; keys < 250; keys++) {
    const where = await wanted.evaluate(seenFrom);
    if (where === 'gone') throw new Error('what was wanted is not attached any more');
    if (where === 'covered') throw new Error('a sheet lies over what was wanted');
    if (where === 'there') return page.keyboard.press('Enter');
    // Once around the row without meeting it: it is a stop of its own.
    await page.keyboard.press(where === 'row' && arrows++ < 40 ? 'ArrowRight' : 'Tab');
  }
  throw new Error(`no key leads to ${await wanted.evaluate((one) => one.outerHTML.slice(0, 200))}`);
}

/** Press what is called so, wherever it is on the page. */
const press = async (person, locator) => byKeyboard(await locator.elementHandle(), person.page);

test('every title, played by keyboard alone', { skip: missing, timeout: 900_000 }, async (suite) => {
  const { house, browser, titles } = await opened(suite, { tap: false });

  for (const [n, title] of titles.entries())
    await suite.test(title.title, async (t) => {
      const ada = await Person.arrive(browser, house, 'Ada', { language: n % 2 ? 'en' : 'de', device: DESKTOP });
      t.after(() => ada.leave());
      const { page } = ada;
      if (n) {
        const seats = Math.max(2, title.seats[0]);
        await page.goto(`/t/${await tableOf(ada, { title: title.title, seats, options: shortOptions(title) })}`);
      } else {
        // Once from the door on: two presses from arriving to playing.
        await page.goto('/');
        const play = ada.button('poster.play', { name: await ada.titleName(title) }).first();
        await play.waitFor();
        await press(ada, play);
      }
      await atTable(ada);

      const player = new Player(ada, { seed: 20 + n, wiseAfter: 20, press: byKeyboard, keysOnly: true });
      if (n) assert.equal(await player.play(), 'end');
      else await player.play({ enough: ({ touches }) => touches > 25 });

      if (!n) {
        // The doors of the table have keys of their own, and Escape leads out of every sheet.
        for (const key of ['?', 'l', 'm', 't']) {
          await page.keyboard.press(key);
          await ada.sheet.waitFor();
          await page.keyboard.press('Escape');
          await ada.sheet.waitFor({ state: 'detached' });
        }
        return;
      }
      await press(ada, ada.button('end.again'));
      await atTable(ada);
      assert.deepEqual(ada.complaints, []);
      t.diagnostic(`${player.touches} things touched`);
    });
});
