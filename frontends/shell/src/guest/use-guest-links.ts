import { useSyncExternalStore } from 'react';
import { type GuestLink, guestLinks, listeners, storeGuestLinks } from './guest-links';

const NONE: readonly GuestLink[] = [];
const none = () => NONE;

export const forgetGuestLinks = (ids: readonly string[]): void =>
  storeGuestLinks(guestLinks().filter((kept) => !ids.includes(kept.id)));

/** Not offered to an account any more. */
export const markUnclaimable = (ids: readonly string[]): void =>
  storeGuestLinks(guestLinks().map((kept) => (ids.includes(kept.id) ? { ...kept, unclaimable: true } : kept)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** None while a server draws the page, which knows no browser's storage. */
export const useGuestLinks = (): readonly GuestLink[] => useSyncExternalStore(subscribe, guestLinks, none);
