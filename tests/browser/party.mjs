/** How people come together: a house opens, one lays the table and invites, another comes by link or by code, a bot fills up. */
import { House } from './house.mjs';
import { launch } from './people.mjs';

/** Options that make a game shorter, wherever a title has them, and what to set them to. */
const SHORT = { rounds: '1', match: false };

/** The options with which a title makes a short game. */
export const shortOptions = (title) =>
  Object.fromEntries(title.options.filter(({ name }) => name in SHORT).map(({ name, values }) => [name, values.find((one) => String(one) === String(SHORT[name]))]));

/** A house and a browser for as long as a suite takes: with every title there is, and those of the lobby. */
export async function opened(suite, wishes) {
  const house = await House.open(wishes);
  const browser = await launch();
  suite.after(async () => {
    await browser.close();
    await house.close();
  });
  const every = (await house.info()).titles;
  return { house, browser, every, titles: every.filter((title) => title.lobby) };
}

/** Open the lobby, lay a table for `seats` with the short options, and wait at it. Returns the code that friends need. */
export async function layTable(person, title, { seats = 3, open = false } = {}) {
  const { page, words } = person;
  const name = await person.titleName(title);
  await page.goto('/');
  await person.button('poster.friends', { name }).click();
  const sheet = person.sheet;
  const count = sheet.locator('output');
  for (let now = Number(await count.innerText()); now !== seats; now = Number(await count.innerText()))
    await person.button(now < seats ? 'setup.more' : 'setup.fewer', {}, sheet).click();
  await sheet.getByLabel(words['settings.name'], { exact: true }).fill(person.name);
  await sheet.getByText(words['setup.options']).click();
  if (open) await sheet.getByLabel(words['setup.open']).check();
  const phrases = await person.house.words(title.game, person.language);
  for (const { name: option } of title.options.filter((one) => one.name in SHORT)) {
    const wish = SHORT[option];
    // By role: the text of a label around a list of choices holds the choices too.
    const field = (role) => sheet.getByRole(role, { name: phrases[`option.${option}`], exact: true });
    if (typeof wish === 'boolean') await field('checkbox').setChecked(wish);
    else await field('combobox').selectOption(wish);
  }
  await person.button('setup.friends', {}, sheet).click();
  await page.waitForURL(/\/t\/[\w-]+$/);
  const invite = page.getByRole('button', { name: new RegExp(`^${words['menu.invite']}`) });
  await invite.click();
  const code = (await person.sheet.locator('.code').innerText()).trim();
  await person.button('close', {}, person.sheet).click();
  return code;
}

/** Come by the link that was sent, with a name and nothing else. */
export async function joinByLink(person, code) {
  await person.page.goto(`/t/${code}`);
  await sitDown(person);
}

/** Come by typing the code into the lobby. */
export async function joinByCode(person, code) {
  await person.page.goto('/');
  await person.page.getByLabel(person.words['lobby.code']).fill(code.toLowerCase());
  await person.button('lobby.join').click();
  await sitDown(person);
}

async function sitDown(person) {
  await person.page.getByLabel(person.words['settings.name'], { exact: true }).fill(person.name);
  await person.button('waiting.sit').click();
  await person.page.getByText(`${person.name} (${person.words['seat.you']})`).waitFor();
}

/** Wait until a friend is seen at the table. */
export const seeArrive = (person, friend) => person.page.getByText(friend.name, { exact: true }).first().waitFor();

/** Start; bots take what is free. */
export async function start(person) {
  await person.button('waiting.start.bots').click();
  await atTable(person);
}

/** Wait until the curtain has risen. */
export const atTable = (person) =>
  person.page.getByRole('region', { name: person.words['table.stage'], exact: true }).waitFor();

/** What the end page says, without words that differ between people: places and points in order. */
export async function curtainCall(person) {
  const { page } = person;
  await page.locator('main.end ol.call li').first().waitFor();
  const rows = await page.locator('main.end ol.call .who').evaluateAll((all) =>
    all.map((one) => ({
      place: one.querySelector('b').textContent.trim(),
      points: /-?\d+/.exec(one.querySelector('small')?.textContent ?? '')?.[0] ?? '',
      name: [...one.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent.trim())
        .join(''),
    })),
  );
  return { headline: await page.getByRole('heading', { level: 1 }).innerText(), rows };
}

/** A table laid without the lobby: the person sits on seat 0 and bots take the rest, and it starts at once. Returns its id. */
export async function tableOf(person, wish) {
  if (!person.page.url().startsWith(person.house.url)) await person.page.goto('/');
  return person.page.evaluate(
    async ([name, language, wish]) => {
      const ask = async (path, body) =>
        (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
      const secret = () => [...crypto.getRandomValues(new Uint8Array(32))].map((one) => one.toString(16).padStart(2, '0')).join('');
      const token = secret();
      await ask('/api/guest', { name, language });
      const made = await ask('/api/tables', { id: secret(), sit: 0, token, fill: '', start: true, ...wish });
      if (!made.table) throw new Error(JSON.stringify(made));
      const seats = JSON.parse(localStorage.getItem('ghosthouse.seats') ?? '{}');
      localStorage.setItem('ghosthouse.seats', JSON.stringify({ ...seats, [made.table]: { token } }));
      localStorage.setItem('ghosthouse.known', '1');
      return made.table;
    },
    [person.name, person.language, wish],
  );
}
