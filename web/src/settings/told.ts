/**
 * "Your turn" for somebody whose page is closed: this browser's place among those whom the house tells.
 * Where the house sends nothing, or the page came without https, only an open page can tell.
 */
import { house } from '../house.svelte';
import { arrive, http, isKnown } from '../wire/http';

const manager = async (): Promise<PushManager | undefined> =>
  'serviceWorker' in navigator ? (await navigator.serviceWorker.getRegistration())?.pushManager : undefined;

/** Have this browser told from now on. Returns whether it will be, also with the page closed. */
export async function beTold(): Promise<boolean> {
  const key = house.info?.push_key;
  const pushes = await manager();
  if (!key || !pushes) return false;
  try {
    if (!isKnown()) await arrive();
    const found = await subscribe(pushes, key);
    await http.subscribe({ endpoint: found.endpoint, keys: found.keys });
    return true;
  } catch {
    return false; // the browser has no push service, or the house is away: the open page still tells
  }
}

async function subscribe(pushes: PushManager, key: string) {
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushes.subscribe(wish).catch(async () => {
    // Once subscribed to a house with another key, at the same address.
    await (await pushes.getSubscription())?.unsubscribe();
    return pushes.subscribe(wish);
  });
  const { keys } = made.toJSON();
  return { endpoint: made.endpoint, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } };
}

/** Have this browser told no more. */
export async function beLeft(): Promise<void> {
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await Promise.all([subscription.unsubscribe(), http.unsubscribe({ endpoint }).catch(() => undefined)]);
}

/** Tell here and now, from a page that is open and not looked at. A phone tells only through the service worker. */
export async function tell(body: string): Promise<void> {
  const wish = { body, tag: 'turn', icon: '/icon-192.png', data: { url: location.pathname } };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) return registration.showNotification('ghosthouse', wish);
  const note = new Notification('ghosthouse', wish);
  note.onclick = () => {
    focus();
    note.close();
  };
}

/** Take back what was told, once it is not so any more. */
export async function untell(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const note of (await registration?.getNotifications({ tag: 'turn' })) ?? []) note.close();
}
