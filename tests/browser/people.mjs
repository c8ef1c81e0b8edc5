/** People with a browser each: their device, their language, their storage, and a tap on everything that reaches them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { houseMissing, ROOT } from './house.mjs';

const fromWeb = createRequire(new URL('../../web/package.json', import.meta.url));

export const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

function chromiumMissing() {
  if (!existsSync(CHROMIUM)) return `there is no browser at ${CHROMIUM}: install chromium, or name one in $CHROMIUM`;
  try {
    execFileSync(CHROMIUM, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 });
    return '';
  } catch {
    return `${CHROMIUM} does not run here`;
  }
}

function playwrightMissing() {
  try {
    fromWeb.resolve('playwright-core');
    return '';
  } catch {
    return 'web/node_modules has no playwright-core: run make setup';
  }
}

/** Why these tests cannot run here, as a sentence; nothing if they can. Give it to `skip`. */
export const missing = houseMissing || playwrightMissing() || chromiumMissing() || false;

/** What a browser is started with. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Start a browser with a fresh folder of its own. */
export function launch() {
  return fromWeb('playwright-core').chromium.launch({
    executablePath: CHROMIUM,
    args: FLAGS,
  });
}

/** What the page itself says in a language. */
export const pageWords = (language) =>
  JSON.parse(readFileSync(join(ROOT, 'web', 'src', 'words', `${language}.json`), 'utf8'));

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Somebody with a browser of their own. */
export class Person {
  constructor(name, language, context, house) {
    this.name = name;
    this.language = language;
    this.context = context;
    this.house = house;
    this.words = pageWords(language);
    /** Every text that reached this browser: `{ from, text }`, frames of the socket and bodies of answers. */
    this.heard = [];
    /** What the page complained about. */
    this.complaints = [];
    this.bodies = [];
  }

  static async arrive(browser, house, name, { language = 'en', device = DESKTOP, calm = true, storage, workers = 'block' } = {}) {
    const context = await browser.newContext({
      ...device,
      baseURL: house.url,
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      reducedMotion: calm ? 'reduce' : 'no-preference',
      serviceWorkers: workers,
      ...(storage ? { storageState: storage } : {}),
    });
    context.setDefaultTimeout(45_000); // machines are shared; a slow one is no broken test
    const person = new Person(name, language, context, house);
    context.on('page', (page) => person.#tap(page));
    person.page = await context.newPage();
    return person;
  }

  #tap(page) {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => this.heard.push({ from: socket.url(), text: String(payload) })),
    );
    page.on('response', (answer) => {
      const type = answer.headers()['content-type'] ?? '';
      if (!/json|text\/plain|ndjson/.test(type) || answer.url().includes('/api/words/')) return;
      this.bodies.push(
        answer.text().then(
          (text) => this.heard.push({ from: answer.url(), text }),
          () => undefined, // a page that was left behind
        ),
      );
    });
    page.on('pageerror', (problem) => this.complaints.push(String(problem.stack ?? problem)));
  }

  /** Everything heard, once the last body has come. */
  async all() {
    await Promise.all(this.bodies);
    return this.heard;
  }

  /** The table messages that came over the socket. */
  tables() {
    return this.heard
      .filter(({ text }) => text.startsWith('{"t":"table"'))
      .map(({ text }) => JSON.parse(text));
  }

  /** A sentence of the page in this person's language; what is to be filled in and not given may be anything. */
  word(id, values = {}) {
    const message = this.words[id];
    if (message === undefined) throw new Error(`the page has no word ${id}`);
    if (!message.includes('{')) return message;
    const parts = message.split(/\{(\w+)\}/);
    return new RegExp(
      `^${parts.map((part, n) => (n % 2 ? (part in values ? escape(String(values[part])) : '.+') : escape(part))).join('')}$`,
    );
  }

  /** A button by its word. */
  button(id, values, within = this.page) {
    return within.getByRole('button', { name: this.word(id, values), exact: true });
  }

  /** The open sheet. */
  get sheet() {
    return this.page.getByRole('dialog');
  }

  /** The name of a title in this person's language. */
  async titleName(title) {
    const phrases = await this.house.words(title.game, this.language);
    return phrases[`${title.edition}.title`];
  }

  /** What this device keeps secret: of seats, and the cookie that says who it is. */
  async secrets() {
    const { cookies, origins } = await this.context.storageState();
    const found = cookies.map((cookie) => cookie.value);
    for (const { localStorage } of origins)
      for (const { name, value } of localStorage)
        if (name === 'ghosthouse.seats')
          for (const kept of Object.values(JSON.parse(value)))
            found.push(kept.token, ...Object.values(kept.more ?? {}).flatMap(({ token, guest }) => [token, guest]));
    return found.filter((one) => one && one.length >= 16);
  }

  async leave() {
    await this.context.close();
  }
}
