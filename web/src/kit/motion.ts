/** Motion explains where a thing came from. It is short, moves by transform and opacity alone, and can be turned off. */
import { calm } from '../settings/settings.svelte';

const TRAVEL = 380;
const drop = (t: number): number => 1 - (1 - t) ** 3;

/** Fly here in an arc from a seat; the seat of this device is its hand. */
export function flight(node: Element, { seat }: { seat: number }) {
  const from = document.querySelector(`[data-seat="${seat}"]`);
  const own = from?.classList.contains('you') ? document.querySelector('.hand-area') : null;
  if (calm() || !from) return still();
  const start = (own ?? from).getBoundingClientRect();
  const end = node.getBoundingClientRect();
  const dx = start.left + start.width / 2 - (end.left + end.width / 2);
  const dy = start.top + start.height / 2 - (end.top + end.height / 2);
  return {
    duration: TRAVEL,
    easing: drop,
    css: (t: number, u: number) =>
      `transform: translate(${dx * u}px, ${dy * u - Math.sin(Math.PI * t) * 36}px) rotate(${-14 * u}deg) scale(${1 - 0.45 * u}); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** How things make room for one another. */
export const room = (): { duration: number } => ({ duration: calm() ? 0 : 220 });

/** Come over from another seat, straight: the candle walks to whoever is next. */
export function walkFrom(node: Element, { seat }: { seat: number }) {
  const from = document.querySelector(`[data-seat="${seat}"]`);
  const to = node.closest('[data-seat]');
  if (calm() || !from || !to || from === to) return { duration: 0 };
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return {
    duration: TRAVEL,
    easing: drop,
    css: (_t: number, u: number) => `transform: translate(${(a.right - b.right) * u}px, ${(a.top - b.top) * u}px)`,
  };
}

/** Leave for a seat, or off to the right where a broom sweeps; nothing where it only lies beneath something new. */
export function departure(node: Element, { seat, swept, stays }: { seat: number; swept?: boolean; stays?: boolean }) {
  const to = document.querySelector(`[data-seat="${seat}"]`);
  if (stays || calm() || (!swept && !to)) return { duration: 0 };
  const start = node.getBoundingClientRect();
  const end = to?.getBoundingClientRect() ?? start;
  const dx = swept ? innerWidth : end.left + end.width / 2 - (start.left + start.width / 2);
  const dy = swept ? -40 : end.top + end.height / 2 - (start.top + start.height / 2);
  return {
    duration: TRAVEL,
    easing: (t: number) => t * t,
    css: (t: number, u: number) =>
      `transform: translate(${dx * u}px, ${dy * u}px) rotate(${(swept ? 50 : 14) * u}deg) scale(${1 - 0.5 * u}); opacity: ${Math.min(1, t * 2.5)}`,
  };
}

/** Without motion a new thing is outlined for a moment at its place. */
function still() {
  return { duration: 800, css: () => 'outline: 3px solid var(--lit-line); outline-offset: -1px; border-radius: 12px' };
}

/** Drop in from above with a small bounce. */
export function landing(_node: Element, { delay = 0, turn = 0 }: { delay?: number; turn?: number } = {}) {
  if (calm()) return still();
  return {
    delay,
    duration: TRAVEL,
    easing: (t: number) => 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2,
    css: (t: number, u: number) =>
      `transform: translateY(${-60 * u}px) rotate(${turn * u}deg); opacity: ${Math.min(1, t * 2)}`,
  };
}
