/**
 * No screen breaks a rule of WCAG 2.2 AA, in any theme, on a phone or at a desk; and no page is wider than a phone of 360 pixels.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, THEMES, violations } from './axe.mjs';
import { atTable, opened, shortOptions, tableOf } from './party.mjs';
import { DESKTOP, missing, Person } from './people.mjs';
import { Player } from './player.mjs';

const SMALL = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('every screen, in every theme', { skip: missing, timeout: 900_000 }, async (suite) => {
  const { house, browser, every, titles } = await opened(suite, { tap: false });
  /** The smallest edition of the same game: its end is soon there. */
  const small = (title) => every.findLast((one) => one.game === title.game);
  const { lessons } = await (await fetch(`${house.url}/api/lessons`)).json();

  for (const [device, language] of [
    [SMALL, 'de'],
    [DESKTOP, 'en'],
  ])
    await suite.test(`${device.viewport.width} pixels wide`, async (suite) => {
      const ada = await Person.arrive(browser, house, 'Ada', { language, device });
      suite.after(() => ada.leave());
      const { page, words } = ada;
      /** A screen, with whatever lies over it. */
      const look = async (what) => {
        await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))));
        await assertAccessible(page, what);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${what} is ${over} pixels wider than the screen`);
      };
      const sheet = async (what, open) => {
        await open();
        await ada.sheet.waitFor();
        await look(what);
        await page.keyboard.press('Escape');
        await ada.sheet.waitFor({ state: 'detached' });
      };

      await suite.test('the door, and what opens from it', async () => {
        await page.goto('/');
        await page.locator('.posters svg *').first().waitFor();
        await look('the lobby');
        await sheet('how to play it', () => page.locator('.posters .more').first().click());
        await sheet('the settings', () => ada.button('settings.title').click());
        await page.getByLabel(words['lobby.code']).fill('NOSUCH');
        await ada.button('lobby.join').click();
        await page.getByRole('alert').waitFor();
        await look('a code that leads nowhere');
        await page.goto('/cellar');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await look('no such room');
      });

      await suite.test('before the start', async () => {
        await page.goto('/');
        await page.goto(`/t/${await tableOf(ada, { title: titles[0].title, start: false, fill: null })}`);
        await ada.button('waiting.start.bots').waitFor();
        await look('waiting for friends');
        await sheet('the invitation', () => page.getByRole('button', { name: new RegExp(`^${words['menu.invite']}`) }).click());
      });

      for (const title of titles)
        await suite.test(title.title, async () => {
          await page.goto('/');
          const seats = Math.min(title.seats[1], 5);
          await page.goto(`/t/${await tableOf(ada, { title: title.title, seats, options: shortOptions(title) })}`);
          await atTable(ada);
          await page.locator('.status.yours').waitFor();
          await look('the table');
          await page.keyboard.press('i');
          await page.locator('.notice').first().waitFor();
          await look('a hint');
          await page.keyboard.press('Escape');
          if (title === titles[0]) {
            await sheet('the menu', () => page.keyboard.press('m'));
            await sheet('what happened', () => page.keyboard.press('l'));
            await sheet('ready phrases', () => page.keyboard.press('t'));
            await sheet('a seat', () => page.locator('.seats li button').last().click());
          }
          await sheet('the rules', () => page.keyboard.press('?'));
          await page.goto('/');
          await page.goto(`/t/${await tableOf(ada, { title: small(title).title })}`);
          await atTable(ada);
          await new Player(ada, { seed: 31, wiseAfter: 0 }).play();
          await page.locator('main.end ol.call li').first().waitFor();
          await look('the curtain call');
          if (title === titles[0]) {
            await sheet('the shuffle', () => ada.button('verify.door').click());
          }
          await ada.button('end.replay').click();
          await atTable(ada);
          await ada.button('replay.last').click();
          await look('the replay');
        });

      await suite.test('a lesson', async () => {
        await page.goto(`/learn/${lessons[0].game}/${lessons[0].lesson}`);
        await ada.button('learn.begin').click();
        await ada.button('learn.show').waitFor();
        await look('a lesson');
        await sheet('the list of lessons', () => ada.button('learn.lessons').click());
      });
    });

  await suite.test('what breaks a rule would be found, in each theme', async () => {
    const ada = await Person.arrive(browser, house, 'Ada');
    await ada.page.goto('/');
    await ada.page.locator('.posters svg *').first().waitFor();
    await ada.page.evaluate(() => {
      document.querySelector('main').innerHTML += '<button id="planted"></button>';
    });
    const found = await violations(ada.page);
    assert.deepEqual(
      THEMES.filter((theme) => !found.some((line) => line.startsWith(`${theme}: button-name: #planted`))),
      [],
    );
    await ada.leave();
  });
});
