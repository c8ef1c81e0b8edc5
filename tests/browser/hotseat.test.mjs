/**
 * Two people share one phone. Between their turns a curtain falls: nothing of a hand is behind it, and whoever takes the phone
 * sees their own hand and no other.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atTable, layTable, opened, start } from './party.mjs';
import { missing, Person, PHONE } from './people.mjs';
import { Player } from './player.mjs';

const ENOUGH = 5; // curtains, in each title

test('two people at one device, with a curtain between them', { skip: missing }, async (suite) => {
  const { house, browser, titles } = await opened(suite);

  for (const title of titles)
    await suite.test(title.title, { timeout: 240_000 }, async (t) => {
      const ada = await Person.arrive(browser, house, 'Ada', { language: 'en', device: PHONE });
      t.after(() => ada.leave());
      const { page, words } = ada;
      await layTable(ada, title, { seats: Math.max(3, title.seats[0]) });
      await ada.button('beside.more').click();
      await ada.sheet.getByLabel(words['beside.name'], { exact: true }).fill('Ben');
      await ada.button('waiting.sit').click();
      await page.getByText(words['beside.here']).waitFor();
      await start(ada).catch(() => undefined); // where Ben begins, the curtain falls before the stage is seen
      const curtain = page.locator('main.handover');
      await Promise.race([atTable(ada), curtain.waitFor()]);

      const player = new Player(ada, { seed: 21 });
      const held = []; // whose hands were taken up, in order
      const enough = async () => {
        if (!(await curtain.count())) return false;
        assert.equal(await page.locator('.card, [data-spot], .hand-area').count(), 0, 'a hand is behind the curtain');
        const name = (await curtain.getByRole('heading').innerText()).split(',')[0];
        await ada.button('beside.me', { name }).click();
        await atTable(ada);
        assert.equal(await page.locator('li.you .name').innerText(), words['seat.you']);
        held.push(name);
        return held.length >= ENOUGH;
      };
      while (!(await enough())) {
        const what = await page
          .waitForFunction(
            (show) => {
              if (document.querySelector('main.end')) return 'end';
              if (document.querySelector('main.handover')) return 'curtain';
              if (document.querySelector('dialog[open]')) return 'sheet';
              const open = [...document.querySelectorAll('.hand-area button, section.stage button[data-spot]')].filter(
                (one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true' && one.textContent.trim() !== show,
              );
              return open.length || document.querySelector('.hand-area input') ? 'turn' : '';
            },
            words['beside.show'],
            { timeout: 60_000 },
          )
          .then((seen) => seen.jsonValue());
        if (what === 'end') break;
        if (what === 'sheet') await ada.button('close', {}, ada.sheet).click();
        else if (what === 'turn') await player.act();
      }

      assert.ok(held.length > 1, 'the device was handed over');
      assert.ok(held.every((name, n) => n === 0 || name !== held[n - 1]), `never to whoever has it: ${held}`);
      assert.deepEqual(ada.complaints, []);
    });

  await suite.test('no message told its viewer anything hidden', () => {
    assert.deepEqual(house.leaks(), []);
  });
});
