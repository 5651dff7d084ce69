// What somebody chose for this browser, as the language. It is in a cookie, which the server's pages of short links read as well, and
// which outlives a sign-out; and in the local storage, whose changes the browser tells to its other tabs.
import { inStorage, putInStorage } from './base/storage';

const YEAR = 31_536_000;

const inCookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The cookie goes before: a page of a short link writes it alone. */
export const storedChoice = <T extends string>(name: string, choices: readonly T[]): T | undefined =>
  [inCookie(name), inStorage(name)].map((kept) => choices.find((choice) => choice === kept)).find(Boolean);

/** What this tab follows, by name. */
const known = new Map<string, string | undefined>();

export function keepChoice(name: string, choice: string): void {
  known.set(name, choice);
  putInStorage(name, choice);
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${choice}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}

/** Somebody chooses it here. Until their account knows, it is kept when that was (`session/account-choices.ts`, which hears of it). */
export function choose(name: string, choice: string): void {
  keepChoice(name, choice);
  putInStorage(`${name}_chosen_at`, `${Date.now()}`);
  window.dispatchEvent(new Event('choice'));
}

/** Calls back with what another tab has chosen: told at once by the app's own, and when this one is looked at again by any page. */
export function watchChoice<T extends string>(name: string, choices: readonly T[], chosen: (choice: T) => void): void {
  const kept = storedChoice(name, choices);
  // What a former release kept in the storage alone goes to the cookie, whose year begins anew.
  if (kept) keepChoice(name, kept);
  known.set(name, kept);
  const look = (): void => {
    const now = storedChoice(name, choices);
    if (!now || now === known.get(name)) return;
    known.set(name, now);
    chosen(now);
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === name || key === null) look();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
}
