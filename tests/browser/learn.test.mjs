/**
 * Somebody who knows nothing takes every lesson to its end, on a phone in one language and at a desk in the other. What cannot be
 * done is tried first, and answered by the rules; a hint at a live table is what it says, and can be followed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './house.mjs';
import { atTable, opened, tableOf } from './party.mjs';
import { DESKTOP, missing, Person, PHONE } from './people.mjs';

test('everything that can be learned', { skip: missing, timeout: 900_000 }, async (suite) => {
  const { house, browser, titles } = await opened(suite, { tap: false });
  const { lessons } = await (await fetch(`${house.url}/api/lessons`)).json();

  await suite.test('every title of the lobby has a lesson of its own', () => {
    assert.deepEqual(
      titles.map((title) => title.title).filter((id) => !lessons.some((lesson) => lesson.title === id)),
      [],
    );
  });

  const pupils = [
    await Person.arrive(browser, house, 'Ada', { language: 'en', device: PHONE }),
    await Person.arrive(browser, house, 'Grete', { language: 'de', device: DESKTOP }),
  ];
  for (const [n, info] of lessons.entries())
    await suite.test(`${info.game}: ${info.lesson}`, async (t) => {
      const pupil = pupils[n % 2];
      const { page } = pupil;
      const lesson = await (await fetch(`${house.url}/api/lessons/${info.game}/${info.lesson}`)).json();
      const words = await house.words(info.game, pupil.language);
      const says = (text) => page.locator('.status').getByText(text, { exact: true }).waitFor();

      if (n < 2) {
        // The way in is on the poster.
        await page.goto('/');
        const title = titles.find((one) => one.title === info.title);
        await page.getByRole('link', { name: pupil.word('poster.learn', { name: await pupil.titleName(title) }) }).first().click();
      } else await page.goto(`/learn/${info.game}/${info.lesson}`);
      await says(words[lesson.say.phrase]);
      await pupil.button('learn.begin').click();

      let refused = 0;
      for (const [number, step] of lesson.steps.entries()) {
        if (step.say) await says(words[step.say.phrase]);
        const last = number === lesson.steps.length - 1;
        if (!step.move) {
          // What nobody comments on goes on by itself.
          if (step.say && !last) await pupil.button('learn.go').click();
          continue;
        }
        refused += await tryWhatCannotBe(pupil, step);
        await make(pupil, step);
        if (step.no) {
          await says(pupil.words['learn.asitshould']);
          await page.getByRole('alert').getByText(pupil.word('clause', { clause: step.no.clause })).waitFor();
          if (!last) await pupil.button('learn.go').click();
        }
      }

      await page.getByRole('link', { name: pupil.words['home.go'] }).last().waitFor();
      t.diagnostic(`${lesson.steps.length} steps, ${refused} refusals met on the way`);
      assert.deepEqual(pupil.complaints, []);
    });

  await suite.test('a lesson is played on from where it ends', async () => {
    const [pupil] = pupils;
    const info = lessons.find((one) => one.title === titles[0].title);
    await pupil.page.goto(`/learn/${info.game}/${info.lesson}`);
    const lesson = await (await fetch(`${house.url}/api/lessons/${info.game}/${info.lesson}`)).json();
    assert.ok(lesson.opening, 'the first lesson ends in the middle of a game');
    await pupil.button('learn.begin').click();
    for (const [number, step] of lesson.steps.entries()) {
      if (step.move) {
        await make(pupil, step);
        if (step.no) await pupil.button('learn.go').click();
      } else if (step.say && number < lesson.steps.length - 1) await pupil.button('learn.go').click();
    }
    await pupil.button('learn.playon').click();
    await pupil.page.waitForURL(/\/t\/[\w-]+$/);
    await atTable(pupil);
  });

  for (const [n, title] of titles.entries())
    await suite.test(`a hint at ${title.title}`, async () => {
      const pupil = pupils[n % 2];
      const { page } = pupil;
      const id = await tableOf(pupil, { title: title.title });
      await page.goto(`/t/${id}`);
      await atTable(pupil);
      await page.locator('.status.yours').waitFor();

      await page.keyboard.press('i');
      await page.getByRole('alert').getByText(pupil.word('hint.is')).waitFor();
      const before = pupil.tables().at(-1);
      // The hint stands on what is to be pressed; where all choose at once, a second touch locks.
      await page.waitForFunction(() => document.activeElement?.closest('.hand-area, dialog, .stage'));
      const done = () => pupil.tables().at(-1).decision !== before.decision;
      await page.keyboard.press('Enter');
      if (await page.locator('.locking').count()) await page.keyboard.press('Enter');
      await until(done, 'the hint is followed');
    });

  await suite.test('a lesson that is not there, and a house that is away', async () => {
    const [pupil] = pupils;
    await pupil.page.goto('/learn/nothing/here');
    await pupil.page.getByRole('heading', { level: 1 }).waitFor();
    await pupil.page.getByRole('link', { name: pupil.words['home.go'], exact: true }).waitFor();
  });
});

/** Touch pieces that are not lit, where the step does not want just that; each says why. Returns how many did. */
async function tryWhatCannotBe({ page, words }, step) {
  const wanted = step.choices.find((one) => one.move === step.move);
  const out = page.locator(`section[aria-label="${words['table.hand']}"] button[aria-disabled=true]:not([disabled])`);
  if (wanted?.legal === false || (await out.count()) === 0) return 0;
  await out.first().click({ force: true }); // it answers although it is disabled
  const answer = page.getByRole('alert').filter({ has: page.locator('.clause') });
  await answer.waitFor();
  assert.match(await answer.innerText(), /\p{Letter}{3}/u);
  await answer.getByRole('button', { name: words['close'] }).click();
  return 1;
}

/** Do what the lesson asks for, as it shows it itself. */
async function make(pupil, step) {
  const { page } = pupil;
  await pupil.button('learn.show').click();
  const typed = step.choices.find((one) => one.asks && step.move.startsWith(`${one.move} `));
  if (typed) {
    await page.locator('.hand-area form input').fill(step.move.slice(typed.move.length + 1));
    await page.keyboard.press('Enter');
    return;
  }
  await page.waitForFunction(
    (move) => {
      const at = document.activeElement;
      return at?.dataset.move === move || Boolean(at?.dataset.spot);
    },
    step.move,
  );
  await page.keyboard.press('Enter');
  const locking = page.locator('.locking');
  if (await locking.count()) await page.keyboard.press('Enter');
}
