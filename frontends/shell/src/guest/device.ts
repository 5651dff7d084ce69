import { CLAIMING_DEVICE } from '@linkway/contracts/rules';
import { inStorage, putInStorage } from '@linkway/kit/base';

const KEY = 'guest_device_id';

/** Names this browser to the guest limit, and claims its links: random, kept in local storage, made on first use. Told in no address. */
export function guestDeviceId(): string {
  const kept = inStorage(KEY);
  if (kept && CLAIMING_DEVICE.test(kept)) return kept;
  // Not randomUUID, which a page on plain http away from localhost does not have.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  putInStorage(KEY, id);
  return id;
}
