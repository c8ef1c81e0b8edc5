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
