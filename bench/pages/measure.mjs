/**
 * Measures the pages in a real browser, one row a call, and prints what it found as JSON. `bench/web.py` calls it, and keeps the clock.
 *
 *     node bench/pages/measure.mjs arrive 5            a slow phone comes to the lobby, to a table by a friend's link, and starts a game
 *     node bench/pages/measure.mjs play TITLE 60       a game for so many seconds at a desk: long tasks, and what is animated
 *     node bench/pages/measure.mjs lighthouse PAGE 5   Lighthouse on the `lobby` or on a `table`
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { House, ROOT } from '../../tests/browser/house.mjs';
import { atTable, shortOptions, tableOf } from '../../tests/browser/party.mjs';
import { CHROMIUM, FLAGS, launch, missing, Person, PHONE } from '../../tests/browser/people.mjs';
import { Player } from '../../tests/browser/player.mjs';

/** The presets "Slow 4G" and "4x slowdown" of Chromium's developer tools: latency is added to each request. */
const SLOW_4G = { offline: false, latency: 150 * 3.75, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9 };
const SLOWDOWN = 4;
const LONG = 50; // ms
const MOTION = new Set(['transform', 'translate', 'rotate', 'scale', 'opacity']);

/** In the page: when something is on the screen that was looked for; the frame after the one that saw it has painted it. */
function lookOut(looks) {
  const seen = (globalThis.seenAt = {});
  const there = (selector) => {
    const one = document.querySelector(selector);
    const box = one?.getBoundingClientRect();
    return Boolean(box?.width && box.height && box.top < innerHeight && !one.disabled);
  };
  const look = () => {
    for (const [name, selectors] of Object.entries(looks))
      if (!(name in seen) && selectors.every(there)) {
        seen[name] = 0;
        requestAnimationFrame(() => (seen[name] = performance.now()));
      }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener('pointerup', () => (seen.touched = performance.now()), true);
}

const LOOKS = {
  // The first title: its picture, and the button that plays it.
  lobby: ['.posters li:first-child .art svg *', '.posters li:first-child .play'],
  // A friend's table: the field for the name, and the button that sits down.
  link: ['#my-name', 'form.name .btn'],
  // A table where a game is on: the stage, and what one holds or may do.
  table: ['section.stage', '.hand-area button, .hand-area input'],
};

async function slowPhone(browser, house, name) {
  const person = await Person.arrive(browser, house, name, { device: PHONE, calm: false });
  const wire = await person.context.newCDPSession(person.page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', SLOW_4G);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await person.page.addInitScript(lookOut, LOOKS);
  return person;
}

const when = async (person, what) => {
  const seen = await person.page.waitForFunction((name) => globalThis.seenAt[name] > 0 && globalThis.seenAt, what);
  return seen.jsonValue();
};

async function arrive(house, browser, times) {
  const [title] = (await house.info()).titles.filter((one) => one.lobby);
  const host = await Person.arrive(browser, house, 'Ada');
  const code = await tableOf(host, { title: title.title, start: false, fill: null });
  await host.leave();
  const found = { lobby: [], link: [], table: [] };
  for (let n = 0; n < times; n++) {
    const ben = await slowPhone(browser, house, 'Ben');
    await ben.page.goto('/', { waitUntil: 'commit' });
    found.lobby.push((await when(ben, 'lobby')).lobby);
    await ben.page.waitForLoadState('networkidle');
    await ben.page.locator('.posters li:first-child .play').tap();
    const seen = await when(ben, 'table');
    found.table.push(seen.table - seen.touched);
    await ben.leave();

    const eve = await slowPhone(browser, house, 'Eve');
    await eve.page.goto(`/t/${code}`, { waitUntil: 'commit' });
    found.link.push((await when(eve, 'link')).link);
    await eve.leave();
  }
  return found;
}

/** In the page: every property that moves. */
function listen(allowed) {
  const heard = (globalThis.heard = { moved: {}, frames: 0 });
  const moving = (property, target) => {
    if (allowed.includes(property)) return;
    const what = `${property} of ${target?.tagName?.toLowerCase()}.${[...(target?.classList ?? [])].filter((one) => !one.startsWith('svelte-')).join('.')}`;
    heard.moved[what] = (heard.moved[what] ?? 0) + 1;
  };
  const known = new WeakSet();
  const look = () => {
    heard.frames++;
    for (const one of document.getAnimations()) {
      if (known.has(one)) continue;
      known.add(one);
      if (one instanceof CSSTransition) moving(one.transitionProperty, one.effect?.target);
      else
        for (const frame of one.effect?.getKeyframes?.() ?? [])
          for (const property of Object.keys(frame))
            if (!['offset', 'computedOffset', 'easing', 'composite'].includes(property)) moving(property, one.effect.target);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * The tasks of the page's own thread, from the browser's trace: `ms` as the clock says, `cpu` as the thread was busy. A task that lasts
 * because others had the processor is long by the clock alone.
 */
function tasksOf(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const mains = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) => (name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [])),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid} ${tid}`))
    .map(({ ts, dur = 0, tdur = 0 }) => ({ at: ts / 1000, ms: dur / 1000, cpu: tdur / 1000 }));
}

async function play(house, browser, id, seconds) {
  const title = (await house.info()).titles.find((one) => one.title === id);
  const ada = await Person.arrive(browser, house, 'Ada', { calm: false });
  await ada.page.addInitScript(listen, [...MOTION]);
  const part = async (doIt) => {
    await browser.startTracing(ada.page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    await doIt();
    const tasks = tasksOf(await browser.stopTracing());
    const most = (what) => Math.max(0, ...tasks.map((one) => one[what]));
    return { tasks: tasks.length, ms: most('ms'), cpu: most('cpu'), long: tasks.filter(({ ms }) => ms > LONG), ...(await ada.page.evaluate(() => globalThis.heard)) };
  };
  const lobby = await part(async () => {
    await ada.page.goto('/');
    await ada.page.locator('.posters svg *').first().waitFor();
    await ada.page.waitForLoadState('networkidle');
  });
  const player = new Player(ada, { seed: 5 });
  const path = `/t/${await tableOf(ada, { title: id, options: shortOptions(title) })}`;
  const table = await part(async () => {
    await ada.page.goto(path);
    await atTable(ada);
    const end = Date.now() + seconds * 1000;
    await player.play({ enough: () => Date.now() > end });
  });
  await ada.leave();
  return { touches: player.touches, lobby, table };
}

async function lighthouse(house, browser, where, times) {
  const from = createRequire(join(ROOT, '.bench', 'pages', 'package.json'));
  const { default: run } = await import(from.resolve('lighthouse'));
  const { launch: chrome } = await import(from.resolve('chrome-launcher'));
  const [title] = (await house.info()).titles.filter((one) => one.lobby);
  let path = '/';
  if (where === 'table') {
    const ada = await Person.arrive(browser, house, 'Ada');
    path = `/t/${await tableOf(ada, { title: title.title, seats: 2 })}`;
    await ada.leave();
  }
  const found = { version: from('lighthouse/package.json').version, scores: [], missed: {} };
  for (let n = 0; n < times; n++) {
    const own = await chrome({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', ...FLAGS] });
    try {
      const { lhr } = await run(house.url + path, { port: own.port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices'] });
      if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
      found.scores.push(Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)])));
      for (const category of Object.values(lhr.categories))
        for (const { id, weight } of category.auditRefs) {
          const audit = lhr.audits[id];
          if (weight && audit.score !== null && audit.score < 1) (found.missed[id] ??= []).push(audit.displayValue || audit.score);
        }
    } finally {
      await own.kill();
    }
  }
  return found;
}

const ROWS = { arrive, play, lighthouse };
const [row, ...rest] = process.argv.slice(2);
if (missing) {
  console.error(`bench: ${missing}`);
  process.exit(2);
}
// Bots take their time, as at a table where somebody looks on.
const house = await House.open({ tap: false, habits: { bot_pause: [300, 600], absent_pause: 300 } });
const browser = await launch();
try {
  const words = rest.map((word) => (/^\d+$/.test(word) ? Number(word) : word));
  console.log(JSON.stringify(await ROWS[row](house, browser, ...words)));
} finally {
  await browser.close();
  await house.close();
}
