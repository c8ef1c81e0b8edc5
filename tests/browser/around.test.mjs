/**
 * Everything around the table, as somebody meets it who has never been here: arriving, being invited, coming back, moving to another
 * device, being told, and each thing that can go wrong, which is answered by a sentence with a way on.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './house.mjs';
import { atTable, layTable, opened, shortOptions, start, tableOf } from './party.mjs';
import { DESKTOP, missing, Person, PHONE } from './people.mjs';
import { Player } from './player.mjs';

test('around the table', { skip: missing, timeout: 600_000 }, async (suite) => {
  const { house, browser, every, titles } = await opened(suite, { tap: false, settings: { push_contact: 'mailto:keeper@ghosts.example' } });
  const [title] = titles;
  /** Somebody with a browser of their own, for as long as a part of this takes. */
  const come = async (t, name, wish = {}) => {
    const person = await Person.arrive(browser, house, name, wish);
    t.after(async () => {
      await person.leave();
      assert.deepEqual(person.complaints, [], `the page of ${name} complained`);
    });
    return person;
  };
  const alert = (person, words) => person.page.getByRole('alert').getByText(words, { exact: true }).waitFor();
  const heading = (person, words) => person.page.getByRole('heading', { level: 1, name: words, exact: true }).waitFor();
  /** What the house itself says, in this person's language. */
  const said = async (person, id) => (await house.words('house', person.language)).house[id];

  for (const [device, touch] of [
    [PHONE, 'tap'],
    [DESKTOP, 'click'],
  ])
    await suite.test(`two touches from arriving to playing, by ${touch}`, async (t) => {
      const ada = await come(t, 'Ada', { device, language: touch === 'tap' ? 'de' : 'en' });
      await ada.page.goto('/'); // the first touch opens the page
      await ada.button('poster.play', { name: await ada.titleName(title) }).first()[touch]();
      await atTable(ada);
      assert.ok((await ada.page.locator('[role=status]').first().innerText()).length > 5, 'a sentence says who must do what');
    });

  await suite.test('every title hangs on the wall with its picture, its makers, players, minutes and one sentence', async (t) => {
    const ada = await come(t, 'Ada', { language: 'de' });
    await ada.page.goto('/');
    for (const title of titles) {
      const phrases = await house.words(title.game, 'de');
      const name = await ada.titleName(title);
      const poster = ada.page.locator('.posters li').filter({ has: ada.page.getByRole('heading', { name, exact: true }) });
      await poster.locator('svg *').first().waitFor({ state: 'attached' });
      const text = await poster.innerText();
      for (const part of ['designers', 'tagline']) {
        const phrase = phrases[`${title.edition}.${part}`] ?? phrases[`${part}.${title.edition}`] ?? phrases[part];
        assert.ok(phrase && text.includes(phrase), `${title.title}: ${part}`);
      }
      assert.ok(text.includes(String(title.minutes)) && text.includes(String(title.seats[0])), text);
    }
  });

  await suite.test('friends: an open table stands in the lobby, and a name is all that is asked', async (t) => {
    const [ada, ben] = [await come(t, 'Ada'), await come(t, 'Ben', { language: 'de', device: PHONE })];
    const code = await layTable(ada, title, { seats: 3, open: true });
    await ben.page.goto('/');
    await ben.page.locator('.tables a').filter({ hasText: 'Ada' }).click();
    const field = ben.page.getByLabel(ben.words['settings.name'], { exact: true });
    await field.fill('ada');
    await ben.button('waiting.sit').click();
    await ben.page.getByRole('alert').getByText(ben.word('waiting.taken', { name: 'ada' })).waitFor();
    await field.fill('Ben');
    await ben.button('waiting.sit').click();
    await ben.page.getByText(`Ben (${ben.words['seat.you']})`).waitFor();
    assert.deepEqual((await house.table(code)).seats.map(({ name }) => name).filter(Boolean), ['Ada', 'Ben']);
  });

  await suite.test('a mistyped code is told, and mended; a whole link does as well', async (t) => {
    const [ada, ben] = [await come(t, 'Ada'), await come(t, 'Ben')];
    const code = await layTable(ada, title, { seats: 2 });
    await ben.page.goto('/');
    const field = ben.page.getByLabel(ben.words['lobby.code']);
    await field.fill('QQQQ');
    await ben.button('lobby.join').click();
    await alert(ben, ben.words['lobby.nocode']);
    await field.fill(`Come: ${house.url}/t/${code}`);
    await field.press('Enter');
    await ben.page.getByText(ben.words['waiting.welcome']).waitFor();
  });

  await suite.test('an old link, and a room that is not there, lead back to the lobby', async (t) => {
    const ada = await come(t, 'Ada', { language: 'de' });
    await ada.page.goto('/t/QQQQ');
    await heading(ada, await said(ada, 'refusal.no_such_table'));
    await ada.page.goto('/t/QQQQ/replay/7');
    await heading(ada, await said(ada, 'refusal.no_such_table'));
    await ada.page.goto('/cellar');
    await heading(ada, ada.words['trouble.nowhere']);
    await ada.page.getByRole('link', { name: ada.words['home.go'], exact: true }).click();
    await heading(ada, ada.words['lobby.heading']);
  });

  await suite.test('cards or words of one’s own: a wrong file is told where it was chosen, a right one is played with', async (t) => {
    const ada = await come(t, 'Ada', { device: PHONE });
    await ada.page.goto('/');
    // Whichever title takes a list of words.
    const words = 'more = "spooktacular"\n';
    const takes = await Promise.all(titles.map((one) => tableOf(ada, { title: one.title, deck: words, start: false, fill: null }).then(() => true, () => false)));
    const taker = titles[takes.indexOf(true)];
    assert.ok(taker && takes.includes(false), 'some titles take words, others do not');
    await ada.button('poster.friends', { name: await ada.titleName(taker) }).first().click();
    await ada.sheet.getByText(ada.words['setup.options']).click();
    const choose = (text) =>
      ada.sheet.locator('input[type=file]').setInputFiles({ name: 'box.toml', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('a box of cards [');
    await ada.sheet.getByText('box.toml').waitFor();
    await ada.button('setup.friends', {}, ada.sheet).click();
    await ada.sheet.getByRole('alert').getByText(/TOML/).waitFor();
    await ada.button('setup.deck.none', {}, ada.sheet).click();
    await choose(words);
    await ada.sheet.getByText('box.toml').waitFor();
    await ada.button('setup.friends', {}, ada.sheet).click();
    await ada.page.waitForURL(/\/t\/[\w-]+$/);
    await ada.page.getByText(ada.words['waiting.deck']).waitFor(); // friends are told
    await start(ada);
  });

  await suite.test('my tables come back on this device, and whoever waits for me is told in the lobby and its title', async (t) => {
    const ada = await come(t, 'Ada');
    const { page } = ada;
    await page.goto('/');
    const ids = [];
    for (const one of titles.slice(0, 2)) ids.push(await tableOf(ada, { title: one.title, seats: Math.max(2, one.seats[0]) }));
    await until(async () => (await page.evaluate(async () => (await (await fetch('/api/me/tables')).json()).tables)).every((one) => one.turn), 'both wait');
    await page.goto('/');
    await page.locator('.warm').nth(1).waitFor();
    assert.equal(await page.title(), `(2) ${ada.words['lobby.page']}`);
    assert.deepEqual((await page.locator('.tables', { hasText: ada.words['lobby.mine'] }).locator('a').evaluateAll((all) => all.map((one) => one.pathname))).sort(), ids.map((id) => `/t/${id}`).sort());
    await page.locator(`.warm[href="/t/${ids[0]}"]`).click();
    await atTable(ada);
  });

  await suite.test('a seat moves to another device by its link, once', async (t) => {
    const ada = await come(t, 'Ada');
    const id = await tableOf(ada, { title: title.title, start: false, fill: null });
    await ada.page.goto(`/t/${id}`);
    await ada.page.getByRole('button', { name: new RegExp(`^${ada.words['menu.invite']}`) }).click();
    await ada.button('invite.seat', {}, ada.sheet).click();
    await ada.sheet.getByRole('img', { name: ada.words['invite.seat.qr'] }).waitFor();
    const link = (await ada.sheet.locator('.link').innerText()).trim();
    await ada.page.keyboard.press('Escape'); // the focus has not left the sheet
    await ada.sheet.waitFor({ state: 'detached' });

    const phone = await come(t, 'Ada', { device: PHONE });
    await phone.page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
    await phone.page.getByText(`Ada (${phone.words['seat.you']})`).waitFor();
    assert.equal(new URL(phone.page.url()).hash, '', 'the secret does not stay in the address');
    await phone.page.goto('/');
    await phone.page.locator(`.tables a[href="/t/${id}"]`).waitFor(); // it stands among the phone's own
    await ada.page.getByText(`(${ada.words['seat.you']})`).waitFor({ state: 'detached' });

    const thief = await come(t, 'Eve');
    await thief.page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
    await thief.page.getByText(thief.words['waiting.welcome']).waitFor();
    assert.equal((await house.table(id)).seats.filter(({ who }) => who === 'person').length, 1);
  });

  await suite.test('your turn: in the title, on the badge, and as a notification behind other pages', async (t) => {
    const ada = await come(t, 'Ada', { workers: 'allow' });
    const { page, words } = ada;
    await ada.context.grantPermissions(['notifications']);
    await page.addInitScript(() => {
      globalThis.badges = [];
      navigator.setAppBadge = async (n) => void globalThis.badges.push(n);
      navigator.clearAppBadge = async () => void globalThis.badges.push(0);
      Object.defineProperty(document, 'hidden', { get: () => Boolean(globalThis.away) });
    });
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await ada.button('settings.title').click();
    await ada.sheet.getByLabel(words['settings.notify']).check();
    await ada.sheet.getByText(words['settings.notify.open']).waitFor(); // no push service is to be reached here
    await page.keyboard.press('Escape');

    await page.goto(`/t/${await tableOf(ada, { title: title.title, start: false, fill: null })}`);
    await ada.button('waiting.start.bots').waitFor();
    await page.evaluate(() => (globalThis.away = true));
    await ada.button('waiting.start.bots').click();
    await page.waitForFunction((turn) => document.title.includes(turn), words['turn.title']);
    const notes = () =>
      page.evaluate(async () => (await (await navigator.serviceWorker.getRegistration()).getNotifications()).map(({ body }) => body));
    await until(async () => (await notes()).length === 1, 'a notification');
    assert.ok((await notes())[0].length > 5, 'it says what is to be done');
    assert.deepEqual(await page.evaluate(() => globalThis.badges), [1]);

    // The turn is over: all three are taken back.
    await page.evaluate(() => (globalThis.away = false));
    await new Player(ada, { seed: 3 }).play({ enough: async () => (await page.evaluate(() => globalThis.badges)).includes(0) });
    await until(async () => (await notes()).length === 0, 'it was taken away');
  });

  await suite.test('the house may tell a browser whose page is closed, until its owner says otherwise', async (t) => {
    const ada = await come(t, 'Ada', { workers: 'allow', language: 'de' });
    const { page, words } = ada;
    await ada.context.grantPermissions(['notifications']);
    // The push service of the browser's maker is not to be reached from here: only this is made up.
    await page.addInitScript(() => {
      const endpoint = 'https://push.ghosts.example/ada';
      const subscription = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'BKey', auth: 'secret' } }), unsubscribe: async () => !(globalThis.pushed = undefined) };
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => (globalThis.pushed = applicationServerKey && subscription);
      PushManager.prototype.getSubscription = async () => globalThis.pushed;
    });
    await page.goto('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const known = () => page.evaluate(async () => (await (await fetch('/api/me/data')).json()).push);
    await ada.button('settings.title').click();
    await ada.sheet.getByLabel(words['settings.notify']).check();
    await ada.sheet.getByText(words['settings.notify.closed']).waitFor();
    assert.deepEqual(await known(), ['https://push.ghosts.example/ada']);
    await ada.sheet.getByLabel(words['settings.notify']).uncheck();
    await until(async () => (await known()).length === 0, 'the house has forgotten it');

    // What the house sends is shown by the service worker, and leads to the table.
    const wire = await ada.context.newCDPSession(page);
    const registered = new Promise((done) => wire.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && done(registrations[0])));
    await wire.send('ServiceWorker.enable');
    const { registrationId } = await registered;
    const data = JSON.stringify({ title: 'Du bist dran', body: 'QAXMPU', url: '/t/QAXMPU' });
    await wire.send('ServiceWorker.deliverPushMessage', { origin: house.url, registrationId, data });
    const note = await until(
      () =>
        page.evaluate(async () => {
          const [one] = await (await navigator.serviceWorker.getRegistration()).getNotifications();
          return one && [one.title, one.body, one.data.url];
        }),
      'the notification',
    );
    assert.deepEqual(note, ['Du bist dran', 'QAXMPU', '/t/QAXMPU']);
  });

  await suite.test('the house is away: told in the lobby, and tried again', async (t) => {
    const ada = await come(t, 'Ada');
    await ada.page.goto('/');
    const play = ada.button('poster.play', { name: await ada.titleName(title) }).first();
    await play.waitFor();
    await house.kill();
    await play.click();
    await alert(ada, ada.words['trouble.away']);
    await house.start();
    await play.click();
    await atTable(ada);
  });

  await suite.test('installed, the page opens without any network, says what it cannot do, and finds back', async (t) => {
    const ada = await come(t, 'Ada', { workers: 'allow', language: 'de' });
    const { page, words } = ada;
    await page.goto('/');
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json());
    assert.equal(manifest.display, 'standalone');
    assert.ok(manifest.icons.some(({ sizes }) => sizes === '512x512') && manifest.start_url === '/');
    await page.evaluate(() => navigator.serviceWorker.ready);

    await house.kill();
    await page.reload(); // kept on this device
    await alert(ada, words['trouble.away']);
    await ada.context.setOffline(true);
    await page.reload();
    await alert(ada, words['trouble.offline']);
    await heading(ada, words['lobby.heading']);
    await house.start();
    await ada.context.setOffline(false);
    await ada.button('again.try').click();
    await page.locator('.posters li').nth(titles.length - 1).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  await suite.test('language, look, motion and sound change at once, and stay', async (t) => {
    const ada = await come(t, 'Ada', { calm: false });
    const { page } = ada;
    const root = (name) => page.evaluate((name) => document.documentElement.dataset[name] ?? document.documentElement[name], name);
    await page.goto(`/t/${await tableOf(ada, { title: title.title, start: false, fill: null })}`);
    await ada.button('menu.title').click();
    await ada.button('settings.title', {}, ada.sheet).click();
    const german = await Person.arrive(browser, house, 'Ada', { language: 'de' });
    await german.leave();
    await page.getByRole('radio', { name: 'Deutsch' }).check();
    await page.getByRole('heading', { name: german.words['settings.title'] }).waitFor();
    assert.equal(await root('lang'), 'de');
    await page.getByLabel(german.words['theme.contrast']).check();
    await page.getByLabel(german.words['settings.calm']).check();
    await page.getByLabel(german.words['settings.speech']).check();
    assert.deepEqual([await root('theme'), await root('motion')], ['contrast', 'off']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: german.words['waiting.start.bots'] }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: german.words['waiting.start.bots'] }).waitFor();
    assert.deepEqual([await root('lang'), await root('theme'), await root('motion')], ['de', 'contrast', 'off']);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('ghosthouse.settings')).speech), true);
  });

  await suite.test('afterwards: a moment has a link, the truth is shown, the record is saved, the shuffle verified', async (t) => {
    const [ada, ben] = [await come(t, 'Ada'), await come(t, 'Ben', { language: 'de', device: PHONE })];
    const { page } = ada;
    const small = every.findLast((one) => one.game === title.game);
    const id = await tableOf(ada, { title: small.title, seats: Math.max(2, small.seats[0]), options: shortOptions(small) });
    await page.goto(`/t/${id}`);
    await atTable(ada);

    // While it runs: one's own eyes only.
    await page.goto(`/t/${id}/replay/0`);
    await atTable(ada);
    assert.equal(await page.getByLabel(ada.words['replay.eyes']).count(), 0);
    await page.goto(`/t/${id}`);
    await atTable(ada);
    await new Player(ada, { seed: 5, wiseAfter: 0 }).play();

    await ada.button('end.replay').click();
    await atTable(ada);
    const at = async () => Number(/replay\/(\d+)$/.exec(page.url())?.[1] ?? 0);
    await page.keyboard.press('End');
    const last = await at();
    assert.ok(last > 2, `${last} moves`);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 2);
    await page.getByRole('slider', { name: ada.words['replay.scrub'] }).fill('1');
    assert.equal(await at(), 1);
    await ada.button('replay.speed', { speed: 1 }).click();
    await ada.button('replay.speed', { speed: 2 }).waitFor();
    await page.keyboard.press('Home');
    await ada.button('replay.run').click();
    await until(async () => (await at()) === last, 'it ran to its end', 60);

    // Through every pair of eyes: another hand than one's own lies open.
    const faces = () => page.locator('.hands').innerText();
    await page.keyboard.press('Home');
    const eyes = page.getByLabel(ada.words['replay.eyes']);
    const own = await faces();
    await eyes.selectOption('1');
    await page.waitForFunction((own) => document.querySelector('.hands').innerText !== own, own);

    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: ada.words['record.save'] }).click()]);
    assert.match(saved.suggestedFilename(), /\w/);

    // A friend opens the link to a moment, on a phone, in German.
    await ben.page.goto(`/t/${id}/replay/2`);
    await ben.page.getByRole('heading', { name: ben.word('replay.heading', { ply: 2, last }) }).waitFor();

    await page.goto(`/t/${id}`);
    await ada.button('verify.door').click();
    await ada.sheet.getByText(ada.words['verify.holds']).waitFor();
  });
});
