/** The rules of WCAG 2.2 AA, as far as a machine can tell, held against the page as it stands. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './house.mjs';

const script = readFileSync(join(ROOT, 'web/node_modules/axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export const THEMES = ['dark', 'light', 'contrast'];

/** What is wrong on this page, theme by theme, as lines; an empty list is what we want. */
export async function violations(page, themes = THEMES) {
  await page.evaluate(script);
  const found = await page.evaluate(
    async ([tags, themes]) => {
      const root = document.documentElement;
      const before = root.dataset.theme;
      const lines = [];
      for (const theme of themes) {
        root.dataset.theme = theme;
        // The colours arrive with the next frames.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)));
        const { violations, passes } = await globalThis.axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
        if (!passes.length) lines.push(`${theme}: no rule was checked`);
        for (const { id, nodes } of violations)
          for (const node of nodes.slice(0, 4))
            lines.push(`${theme}: ${id}: ${node.target.join(' ')}: ${node.any.map((one) => one.message).join(' ').slice(0, 240)}`);
      }
      root.dataset.theme = before;
      return lines;
    },
    [TAGS, themes],
  );
  return found;
}

/** Nothing is wrong. */
export async function assertAccessible(page, what, themes) {
  assert.deepEqual(await violations(page, themes), [], what);
}
