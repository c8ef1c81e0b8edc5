/** Lets the arrow keys walk along the buttons of a row: one stop for Tab, as a toolbar has. */
export function walk(row: HTMLElement): () => void {
  const stops = () => [...row.querySelectorAll<HTMLElement>('button:not([disabled])')];
  const keep = (at: HTMLElement) => stops().forEach((one) => (one.tabIndex = one === at ? 0 : -1));

  const settle = () => {
    const all = stops();
    if (!all.some((one) => one.tabIndex === 0 && one.isConnected && one === row.ownerDocument.activeElement)) {
      const first = all.find((one) => one.classList.contains('legal')) ?? all[0];
      if (first) keep(first);
    }
  };
  const key = (event: KeyboardEvent) => {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length]!;
    keep(next);
    next.focus();
  };
  const focus = (event: FocusEvent) => {
    if (stops().includes(event.target as HTMLElement)) keep(event.target as HTMLElement);
  };

  settle();
  const watch = new MutationObserver(settle);
  watch.observe(row, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
  row.addEventListener('keydown', key);
  row.addEventListener('focusin', focus);
  return () => {
    watch.disconnect();
    row.removeEventListener('keydown', key);
    row.removeEventListener('focusin', focus);
  };
}
