/** "Your turn" reaches a person who is elsewhere: in the title, on the badge, and as a notification where that was wished for. */
import { settings } from '../settings/settings.svelte';
import { tell, untell } from '../settings/told';
import { t } from '../words/words.svelte';

/** The title of the tab. */
export const titleOf = (yours: boolean, name: string): string => (yours ? `● ${t('turn.title')} · ${name}` : name);

let told = false;

/** Tell a person whose page is hidden that they are awaited, once for each turn. */
export function alertTurn(yours: boolean, sentence: () => string): void {
  const badge = navigator as Navigator & {
    setAppBadge?: (n?: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  if (!yours) {
    if (told) {
      void badge.clearAppBadge?.().catch(() => undefined);
      void untell().catch(() => undefined);
    }
    told = false;
    return;
  }
  if (told) return;
  told = true;
  void badge.setAppBadge?.(1).catch(() => undefined);
  navigator.vibrate?.(20);
  if (!document.hidden || !settings.notify || !('Notification' in globalThis) || Notification.permission !== 'granted')
    return;
  void tell(sentence()).catch(() => undefined);
}
