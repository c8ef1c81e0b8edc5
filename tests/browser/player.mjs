/**
 * Plays any game through the page as a person does: reads which pieces and buttons are lit, touches one, presses what comes of it,
 * types where a text is asked for, and puts away whatever lies over the table. It knows no game and no rule.
 */

/** Numbers that look like chance and are the same in every run. */
export function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/**
 * What lies before this person, and which buttons and text fields of hand and stage answer to a touch now.
 * It runs in the page, and reads what a screen reader would: roles, names, and what is pressed or disabled.
 */
function lookAround({ hand, stage, yes, patient }) {
  const things = [];
  if (document.querySelector('main.end')) return { what: 'end', things };
  if (document.querySelector('dialog[open]')) return { what: 'sheet', things };
  if ([...document.querySelectorAll('.notice button')].some((one) => one.textContent.trim() === yes))
    return { what: 'asked', things };
  for (const area of document.querySelectorAll('section[aria-label]')) {
    if (![hand, stage].includes(area.getAttribute('aria-label'))) continue;
    for (const one of area.querySelectorAll('button, input')) {
      if (one.disabled || one.getAttribute('aria-disabled') === 'true' || !one.getClientRects().length) continue;
      if (one.closest('.notice') || one.type === 'submit') continue;
      things.push({
        element: one,
        kind: one.tagName === 'INPUT' ? 'text' : one.hasAttribute('aria-pressed') ? 'piece' : 'verb',
        held: one.getAttribute('aria-pressed') === 'true',
        next: one.classList.contains('next'),
        chief: one.classList.contains('main'),
        name: (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim(),
      });
    }
  }
  if (things.length) return { what: 'turn', things };
  return patient ? null : { what: 'wait', things };
}

export class Player {
  /**
   * `answer` words a text that is asked for; `press` is how something is touched: by finger and mouse, or by keyboard. After so many
   * touches the player asks for a hint each time and follows it: whoever plays at random comes to no end in some games.
   */
  constructor(
    person,
    { seed = 1, answer = () => 'spook', press = (handle) => handle.click({ timeout: 5000 }), wiseAfter = Infinity, keysOnly = false } = {},
  ) {
    this.person = person;
    this.page = person.page;
    this.roll = dice(seed);
    this.answer = answer;
    this.press = press;
    this.wiseAfter = wiseAfter;
    /** Sheets and questions are answered by keys too. */
    this.keysOnly = keysOnly;
    this.touches = 0;
    this.told = [];
  }

  get #names() {
    const { words } = this.person;
    return { hand: words['table.hand'], stage: words['table.stage'], yes: words['yes'] };
  }

  /** The sentence that says who must do what. */
  status() {
    return this.page.locator('[role=status]').first().innerText({ timeout: 1000 });
  }

  /** Wait for something to do, and say what it is: `end`, `sheet`, `asked` or `turn`; or `enough`, once that is so. */
  async wait(enough = () => false, seconds = 120) {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      if (await enough(this)) return 'enough';
      try {
        const seen = await this.page.waitForFunction(lookAround, { ...this.#names, patient: true }, { timeout: 2000 });
        return await seen.evaluate(({ what }) => what);
      } catch (problem) {
        if (problem.name !== 'TimeoutError' || Date.now() > end) throw await this.#inVain(problem);
      }
    }
  }

  async #inVain(cause) {
    const gone = (what) => what.catch(() => '(not to be read)');
    const [status, page] = [await gone(this.status()), await gone(this.page.locator('body').innerText({ timeout: 1000 }))];
    const last = this.told.slice(-5).join('; ');
    return new Error(
      `${this.person.name} waits in vain at ${this.page.url()}. Status: ${status}. Touched last: ${last}.\n${page}`,
      { cause },
    );
  }

  /** Play until the curtain falls, or until `enough` says so (asked before every touch, and while others are waited for). */
  async play({ enough = () => false, most = 3000 } = {}) {
    for (;;) {
      const what = await this.wait(enough);
      if (what === 'end' || what === 'enough') return what;
      if (++this.touches > most) throw new Error(`${this.person.name} has touched ${most} things and the game goes on`);
      if (what === 'sheet' && this.keysOnly) await this.page.keyboard.press('Escape');
      else if (what === 'sheet') await this.person.button('close', {}, this.person.sheet).click();
      else if (what === 'asked') await this.press(await this.person.button('no').elementHandle(), this.page);
      else if (this.touches > this.wiseAfter) await this.followHint();
      else await this.act();
    }
  }

  /** Ask for a hint, and do what it stands on. */
  async followHint() {
    const { page } = this;
    const hint = page.locator('.notice.news');
    await page.keyboard.press('Escape');
    await page.keyboard.press('i');
    // The table may move on meanwhile, where others choose at the same time: then there is no hint for what was asked.
    const came = await hint.first().waitFor({ timeout: 4000 }).then(
      () => true,
      () => false,
    );
    if (!came) return;
    this.told.push(await hint.first().innerText().catch(() => ''));
    const input = page.locator('.hand-area form input');
    if ((await input.count()) && (await input.evaluate((one) => one === document.activeElement))) {
      await input.fill(await this.answer('', this));
    }
    await page.keyboard.press('Enter');
    if (await page.locator('.locking').count()) await page.keyboard.press('Enter');
    if (!this.keysOnly) await hint.first().getByRole('button').click({ timeout: 2000 }).catch(() => undefined);
  }

  /** Touch one thing. */
  async act() {
    const seen = await this.page.evaluateHandle(lookAround, this.#names);
    const things = await seen.evaluate(({ things }) => things.map(({ element: _, ...rest }) => rest));
    const at = this.#choose(things);
    if (at < 0) return;
    const handle = (await seen.evaluateHandle(({ things }, n) => things[n].element, at)).asElement();
    this.told.push(things[at].name);
    try {
      if (things[at].kind === 'text') {
        await handle.focus();
        await this.page.keyboard.type(await this.answer(things[at].name, this));
        await this.page.keyboard.press('Enter');
      } else await this.press(handle, this.page);
    } catch (problem) {
      // A sheet came up over the table meanwhile (a round is over): it is put away first.
      if (/intercepts pointer events|a sheet lies over/.test(problem.message) && (await this.person.sheet.count())) return;
      // Somebody was faster, and the table has moved on: look again. Whatever else goes wrong is a fault.
      if (!/not attached|not visible|not enabled|disposed/i.test(problem.message)) throw problem;
      if (await handle.evaluate((one) => one.isConnected && !one.disabled).catch(() => false)) throw problem;
    } finally {
      await seen.dispose();
    }
  }

  /** Which of these to touch, or -1. What is picked up is played as soon as it can be. */
  #choose(things) {
    const some = (wanted) => {
      const found = things.flatMap((thing, n) => (wanted(thing) ? [n] : []));
      return found.length ? found[this.roll(found.length)] : -1;
    };
    const first = (...picks) => picks.reduce((found, pick) => (found >= 0 ? found : some(pick)), -1);
    const texts = things.some((thing) => thing.kind === 'text');
    if (texts && (this.roll(2) || things.length === 1)) return some((thing) => thing.kind === 'text');
    if (things.some((thing) => thing.held))
      return first(
        (thing) => thing.kind === 'verb' && thing.chief,
        (thing) => thing.next,
        (thing) => !thing.held,
        () => true,
      );
    // Mostly what is in the hand: who plays comes to an end, who takes and passes does not.
    return this.roll(4) ? first((thing) => thing.kind === 'piece', () => true) : some(() => true);
  }
}
