/** What jsdom lacks, and a fresh device for each test. */
import { configure } from '@testing-library/dom';
import { cleanup } from '@testing-library/svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import en from '../src/words/en.json';
import { words } from '../src/words/words.svelte';

Element.prototype.animate ??= () =>
  ({ cancel() {}, finished: Promise.resolve(), onfinish: null }) as unknown as Animation;
window.matchMedia ??= (media: string) =>
  ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
window.scrollTo = () => undefined;

// Whether something is hidden is for the real browser to say; reckoning it here makes every question ten times slower.
configure({ defaultHidden: true, asyncUtilTimeout: 10_000 });
process.env['DEBUG_PRINT_LIMIT'] = '2000';

beforeEach(() => words.use('en', en, { house: {}, games: {} }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});
