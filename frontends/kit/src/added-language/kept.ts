// The code of a language that an administrator has added and somebody chose: kept beside `language`, which is English then, so that
// whatever knows the two built-in languages alone says all it says in English.
import { inStorage, putInStorage } from '../base/storage';
import { keepChoice } from '../stored-choice';

const ADDED = 'added_language';
/** When a language was chosen that the account was not told of yet, as `stored-choice.ts` keeps it. */
const CHOSEN_AT = 'language_chosen_at';
/** The same, of the one that was added. */
const ADDED_AT = `${ADDED}_chosen_at`;

const inCookie = (): string =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${ADDED}=`))
    ?.slice(ADDED.length + 1) ?? '';

/** A built-in language was chosen after it: pages that do not know of any other leave the code where it is. */
function isOver(): boolean {
  const [at] = (inStorage(CHOSEN_AT) ?? '').split(' ');
  return at !== undefined && at !== '' && at !== inStorage(ADDED_AT);
}

/** Empty: none. */
export const keptAdded = (): string => (isOver() ? '' : inCookie());

/** As the account says it. This page follows, as others do. */
export function keepAdded(code: string): void {
  if (code === inCookie()) return;
  keepChoice(ADDED, code);
  window.dispatchEvent(new StorageEvent('storage', { key: ADDED }));
}

/** Somebody chooses it here, as `choose` has it of built-in ones. */
export function chooseKept(code: string): void {
  const at = `${Date.now()}`;
  keepChoice('language', 'en');
  keepChoice(ADDED, code);
  putInStorage(CHOSEN_AT, at);
  putInStorage(ADDED_AT, at);
  window.dispatchEvent(new Event('choice'));
}

/** Calls back when it may have changed: here, in another tab, or in a page that is no part of the app. */
export function watchAdded(changed: () => void): () => void {
  const events = [
    [window, 'storage'],
    [window, 'choice'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, event] of events) target.addEventListener(event, changed);
  return () => {
    for (const [target, event] of events) target.removeEventListener(event, changed);
  };
}
