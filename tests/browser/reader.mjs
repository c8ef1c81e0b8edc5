/**
 * Plays by ear: a virtual screen reader lives in the page, and this player knows nothing but what it speaks. It walks the page item by
 * item, hears roles, names and states, and acts on what stands under its cursor.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './house.mjs';
import { dice } from './player.mjs';

/** The screen reader as a script that puts itself on the page; what is evaluated by the driver is not subject to the page's policy. */
function readerScript() {
  const file = join(ROOT, 'web/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js');
  const source = readFileSync(file, 'utf8');
  const [exported, names] = /export\s*\{([^}]*)\}\s*;?/.exec(source);
  const pairs = names.split(',').map((one) => one.trim().split(/\s+as\s+/).reverse().join(': '));
  return `(() => { ${source.replace(exported, '')}\n; globalThis.screenReader = { ${pairs.join(', ')} }; })()`;
}

/** Walk from the cursor on until the document ends, and say what was heard. It runs in the page. */
async function listen() {
  const { virtual } = globalThis.screenReader;
  await virtual.stop().catch(() => undefined);
  await virtual.start({ container: document.body });
  const heard = [];
  for (let n = 0; n < 3000; n++) {
    const phrase = await virtual.lastSpokenPhrase();
    if (heard.length && phrase === 'document') break; // once around
    heard.push(phrase);
    await virtual.next();
  }
  return heard;
}

/**
 * Walk to what was spoken so, below where `below` was spoken, and act on it: press it, or type a text and press Enter. Nothing is done
 * where it is no longer to be heard: the page may have moved on. It runs in the page.
 */
async function actOn([phrase, below, text]) {
  const { virtual } = globalThis.screenReader;
  await virtual.stop().catch(() => undefined);
  await virtual.start({ container: document.body });
  let there = !below;
  for (let n = 0; n < 3000; n++) {
    const now = await virtual.lastSpokenPhrase();
    if (n && now === 'document') return false;
    there ||= now.startsWith(below);
    if (there && now === phrase) break;
    await virtual.next();
  }
  await virtual.act();
  if (text) {
    await virtual.type(text);
    await virtual.press('Enter');
  }
  return true;
}

export class Reader {
  constructor(person, { seed = 1, answer = () => 'spook', wiseAfter = 25 } = {}) {
    this.person = person;
    this.page = person.page;
    this.roll = dice(seed);
    this.answer = answer;
    this.wiseAfter = wiseAfter;
    this.touches = 0;
    /** Everything that was pressed, as it was spoken. */
    this.told = [];
    /** Everything that the page announced by itself. */
    this.announced = [];
  }

  async start() {
    await this.page.evaluate(readerScript());
    // What live regions say is kept by an ear of its own: the walk begins anew for each move.
    await this.page.evaluate(() => {
      globalThis.announced = [];
      const say = (region, text) => text.trim() && globalThis.announced.push(`${region}: ${text.trim()}`);
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes) {
          const at = target instanceof Element ? target : target.parentElement;
          const live = at?.closest('[aria-live=polite], [role=status], [role=alert]');
          if (live) say(live.getAttribute('role') ?? 'polite', type === 'characterData' ? target.data : [...addedNodes].map((one) => one.textContent).join(' '));
          for (const one of addedNodes)
            if (one instanceof Element)
              for (const alert of [one, ...one.querySelectorAll('*')].filter((each) => each.getAttribute('role') === 'alert'))
                say('alert', alert.textContent);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  }

  /** What is to be heard inside a region. */
  static inside(heard, region) {
    const from = heard.findIndex((one) => one === `region, ${region}`);
    const to = heard.findIndex((one, n) => n > from && one === `end of region, ${region}`);
    return from < 0 ? [] : heard.slice(from + 1, to < 0 ? undefined : to).map((phrase) => ({ phrase, below: `region, ${region}` }));
  }

  /** Play until the curtain falls. */
  async play({ most = 800 } = {}) {
    const { words } = this.person;
    const close = `button, ${words['close']}`;
    let quiet = 0;
    for (;;) {
      const heard = await this.page.evaluate(listen);
      if (heard.some((one) => one === `button, ${words['end.again']}` || one === `button, ${words['end.replay']}`)) break;
      const dialog = heard.findIndex((one) => one.startsWith('dialog'));
      if (dialog >= 0) {
        const ways = this.sheet ? heard.filter((one, n) => n > dialog && isButton(one) && one !== close) : [];
        await this.#press(ways.length ? ways[this.roll(ways.length)] : close, 'dialog');
        this.sheet = false;
        continue;
      }
      const things = [words['table.hand'], words['table.stage']]
        .flatMap((name) => Reader.inside(heard, name))
        .filter(({ phrase }) => (isButton(phrase) && phrase !== close) || /^textbox/.test(phrase));
      if (!things.length) {
        if (++quiet > 600) throw new Error(`${this.person.name} hears nothing to do: ${heard.join(' | ').slice(0, 3000)}`);
        await this.page.waitForTimeout(100);
        continue;
      }
      quiet = 0;
      if (++this.touches > most) throw new Error(`${most} things were pressed and the game goes on: ${this.told.slice(-10).join('; ')}`);
      await this.#act(things);
    }
    this.announced = await this.page.evaluate(() => globalThis.announced);
  }

  async #act(things) {
    const some = (wanted) => {
      const found = things.filter(wanted);
      return found[this.roll(found.length || 1)];
    };
    const piece = ({ phrase }) => /, (not )?pressed/.test(phrase);
    const held = things.some(({ phrase }) => /, pressed/.test(phrase));
    const text = things.find(({ phrase }) => phrase.startsWith('textbox'));
    if (text && (this.roll(2) || things.length === 1)) return this.#press(text.phrase, text.below, await this.answer());
    if (!held && !text && this.touches > this.wiseAfter && this.touches % 2) return this.#askForAHint();
    const chosen = held
      ? (some((thing) => !piece(thing) && isButton(thing.phrase)) ?? some(() => true))
      : this.roll(4)
        ? (some(piece) ?? some((thing) => isButton(thing.phrase)))
        : some((thing) => isButton(thing.phrase));
    this.sheet = true; // what opens now was meant to
    return this.#press(chosen.phrase, chosen.below);
  }

  /** A hint is a key away, is announced, and stands on what is to be pressed. */
  async #askForAHint() {
    const before = await this.page.evaluate(() => globalThis.announced.length);
    await this.page.keyboard.press('i');
    await this.page
      .waitForFunction((n) => globalThis.announced.slice(n).some((one) => one.startsWith('alert')), before, { timeout: 5000 })
      .catch(() => undefined);
    await this.page.keyboard.press('Enter');
  }

  async #press(phrase, below, text = '') {
    if (await this.page.evaluate(actOn, [phrase, below, text])) this.told.push(phrase);
  }
}

/** Whether something that can be pressed was heard. */
const isButton = (phrase) => /^button, /.test(phrase) && !/, disabled/.test(phrase);
