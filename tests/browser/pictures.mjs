/**
 * Takes the pictures of the README: the lobby, and tables in the middle of games against bots. `make pictures`.
 * Bots play as they like, so every run shows another game; look at the pictures before you keep them.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { House, ROOT } from './house.mjs';
import { atTable, curtainCall, tableOf } from './party.mjs';
import { launch, missing, Person } from './people.mjs';
import { Player } from './player.mjs';

const OUT = process.env.PICTURES || join(ROOT, 'docs', 'pictures');
const MOST = 150_000; // bytes of one picture
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/**
 * The moments. `opening` is where the game begins, `worth` says how many there have to be of what for a picture (the bots play as they
 * like), and `picked` is picked up before it is taken.
 */
const MOMENTS = {
  tower: {
    title: 'fright/amigo',
    opening:
      'fright/amigo seats 4 | round 2 | turn 2 | direction cw | level 3 | top B | pile W1 Y1 B1 | hand0 K1 G1 M R2 W3 | fright 2 4 1 3 | deck any',
    worth: { '.lit': [5, 6], '.under .card': [2], '.hand-area .legal': [2, 4], '.hand-area .illegal': [1, 3] },
    picked: ['.hand-area .card.legal'],
  },
  cemetery: {
    title: 'ghooost/classic',
    opening:
      'ghooost/classic seats 4 match=False | turn 2 | direction cw | pile 2 4 5 | hand0 10 11 1 1 8 X | mansion0 any | hand1 any4 | mansion1 any | hand2 any7 | mansion2 any | hand3 any5 | mansion3 any | crypt any5',
    worth: { '.clock': [1], '.under .card': [2], '.stack[aria-disabled=false]': [3] },
    picked: ['.stack[aria-disabled=false] >> nth=1'],
  },
  street: {
    title: 'hunters/full',
    opening:
      'hunters/full seats 4 | round 2 | tokens 2 1 3 4 | middle R5 G2 B1 Y4 G4 R2 Y6 B3 | row T21 T18 T22 T07 T03 | allies TINT SWAP DIE-R4 | traps0 T02 T06 | traps1 T25 T10 | traps2 T05 T12 | traps3 T36 T14',
    worth: { '.btn[data-move]': [2, 2] },
    picked: [],
  },
  ring: {
    title: 'letters/standard',
    opening:
      'letters/standard seats 4 | turn 9 | w0 HIN 1 | w1 OUB 2 | w2 ANTHE 3 | w3 REVE 0 | hand0 K/A E/J T/G S/Z N/O I/H M/A | hand1 E/N O/M T/Y | hand2 E/U T/Y N/O | hand3 E/T O/M S/Z | stack0 SPELL | stack1 GHO | stack2 MIST | stack3 AT | ghosts 1 1 2 0 | decks 10',
    worth: { '.letter.legal': [6] },
    picked: ['.letter.legal', '.turn', '.end >> nth=1'],
  },
};

if (missing) {
  console.error(missing);
  process.exit(1);
}
const house = await House.open({ tap: false, habits: { bot_pause: [40, 90] } });
const browser = await launch();
const darkroom = await (await browser.newContext()).newPage();
try {
  mkdirSync(OUT, { recursive: true });

  await withPerson(DESK, async ({ page }) => {
    await page.goto('/');
    await page.waitForFunction(() => document.querySelectorAll('.posters svg').length > 4);
    await page.evaluate(() => document.fonts.ready);
    await keep('lobby', [await page.screenshot()]);
  });
  await keep('table', [await moment(MOMENTS.tower, DESK)]);
  await keep('cemetery', [await moment(MOMENTS.cemetery, DESK)]);
  await keep('phones', [
    await moment(MOMENTS.tower, PHONE, 'de'),
    await moment(MOMENTS.street, PHONE),
    await moment(MOMENTS.ring, PHONE),
  ]);
  await keep('curtain-call', [await curtain('ghooost/classic', DESK)]);
} finally {
  await browser.close();
  await house.close();
}

/** Play on from an opening until the moment is worth a picture, at another table if it went by, and take the picture. */
async function moment({ title, opening, worth, picked }, device, language = 'en') {
  return withPerson(device, async (person) => {
    const { page } = person;
    for (let table = 0; table < 40; table++) {
      await page.goto(`/t/${await tableOf(person, { title, opening })}`);
      await atTable(person);
      const met = await page.waitForFunction(isWorth, worth, { timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (!met) continue;
      for (const piece of picked) await page.locator(piece).first().click();
      await page.mouse.move(0, 0);
      await page.waitForTimeout(2800); // what was called has been heard
      return page.screenshot();
    }
    throw new Error(`${title}: no moment worth a picture came up`);
  }, language);
}

/** Play a title to its end, and take the picture of the curtain call. */
async function curtain(title, device) {
  return withPerson(device, async (person) => {
    await person.page.goto(`/t/${await tableOf(person, { title, seats: 4, fill: 'timid', options: { match: false } })}`);
    await new Player(person, { seed: 4, wiseAfter: 0 }).play();
    await curtainCall(person);
    await person.page.waitForTimeout(2800);
    return person.page.screenshot();
  });
}

async function withPerson(device, work, language = 'en') {
  const person = await Person.arrive(browser, house, 'Ada', { language, device });
  try {
    return await work(person);
  } finally {
    await person.leave();
  }
}

/** Asked in the page. */
function isWorth(worth) {
  if (document.querySelector('dialog[open]') || !document.querySelector('.status.yours')) return false;
  return Object.entries(worth).every(([what, [least, most = 99]]) => {
    const count = document.querySelectorAll(what).length;
    return count >= least && count <= most;
  });
}

/** Lay pictures side by side, and keep them as WebP, no heavier than a page may be. */
async function keep(name, pictures) {
  const sources = pictures.map((one) => `data:image/png;base64,${one.toString('base64')}`);
  for (const quality of [0.92, 0.86, 0.8, 0.72]) {
    const url = await darkroom.evaluate(
      async ({ sources, quality }) => {
        const all = await Promise.all(
          sources.map(async (source) => {
            const image = new Image();
            image.src = source;
            await image.decode();
            return image;
          }),
        );
        const gap = 24;
        const paper = document.createElement('canvas');
        const scale = all.length > 1 ? 440 / all[0].width : 1;
        paper.width = all.reduce((sum, one) => sum + one.width * scale + gap, all.length > 1 ? gap : -gap);
        paper.height = all[0].height * scale + (all.length > 1 ? 2 * gap : 0);
        const pen = paper.getContext('2d');
        let x = all.length > 1 ? gap : 0;
        for (const image of all) {
          const [w, h] = [image.width * scale, image.height * scale];
          pen.save();
          pen.beginPath();
          pen.roundRect(x, all.length > 1 ? gap : 0, w, h, all.length > 1 ? 26 : 0);
          pen.clip();
          pen.drawImage(image, x, all.length > 1 ? gap : 0, w, h);
          pen.restore();
          x += w + gap;
        }
        return paper.toDataURL('image/webp', quality);
      },
      { sources, quality },
    );
    const file = join(OUT, `${name}.webp`);
    writeFileSync(file, Buffer.from(url.split(',')[1], 'base64'));
    const { size } = statSync(file);
    if (size <= MOST) {
      console.log(`${file}: ${Math.round(size / 1000)} kB`);
      return;
    }
  }
  throw new Error(`${name} weighs more than ${MOST} bytes`);
}
