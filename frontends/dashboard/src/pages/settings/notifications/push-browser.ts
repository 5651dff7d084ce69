/** Whether this browser can be pushed to: not at all; it was told to ask no more; or it can, once it is allowed to. */
export type PushSupport = 'unsupported' | 'denied' | 'fine';

export function pushSupport(): PushSupport {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isThere) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'fine';
}

/** Asks whoever sits there, unless they have answered before; false: not allowed. After a press only. */
export const allowPushes = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted';

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Has the browser take pushes of who has the key, in base64url. Throws where it does not. */
export async function subscribe(publicKey: string): Promise<Subscription> {
  await navigator.serviceWorker.register('/push-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // Of an installation that had other keys.
  const former = await pushManager.getSubscription();
  if (former && !isOf(former, publicKey)) await former.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}

/** It takes none any more. */
export async function unsubscribe(): Promise<void> {
  if (pushSupport() === 'unsupported') return;
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

function isOf({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey;
  return !key || new Uint8Array(key).toString() === bytesOf(publicKey).toString();
}
