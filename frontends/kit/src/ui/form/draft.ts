/** What was typed into a form and is not sent yet. The tab's storage outlives a reload and ends with the tab. Never give it a password. */
export interface DraftStore<Draft> {
  read: () => Partial<Draft> | null;
  /** `over`: what was saved then. */
  keep: (draft: Partial<Draft>, over?: Partial<Draft>) => void;
  drop: () => void;
  /** What is kept, to be compared: another page may have kept something else since. */
  kept: () => string | null;
  /** Whether of a field that is kept something else is saved by now than what it was typed over, and than what was typed. */
  isOvertaken: (saved: Draft) => boolean;
}

/** `key` names the account, too: the tab's storage outlives a sign-in, and nobody shall find what another typed. */
export function draftStore<Draft extends object>(key: string): DraftStore<Draft> {
  const keyOver = `${key}:over`;
  const at = (place: string): string | null => {
    try {
      return sessionStorage.getItem(place);
    } catch {
      return null;
    }
  };
  const parsed = (place: string): Partial<Draft> | null => {
    try {
      return JSON.parse(at(place) ?? 'null') as Partial<Draft> | null;
    } catch {
      return null;
    }
  };
  const kept = () => at(key);
  const read = () => parsed(key);
  return {
    kept,
    read,
    keep(draft, over) {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft));
        if (over) sessionStorage.setItem(keyOver, JSON.stringify(over));
      } catch {
        // A browser that keeps nothing: the form works, only a reload empties it.
      }
    },
    drop() {
      if (kept() === null) return;
      for (const place of [key, keyOver]) sessionStorage.removeItem(place);
    },
    isOvertaken(saved) {
      const over = parsed(keyOver);
      if (over === null) return false;
      const typed = { ...saved, ...read() };
      const others = changedSince({ ...saved, ...over }, saved);
      return Object.keys(others).some((name) => name in changedSince(saved, typed));
    },
  };
}

/** The fields that are other than they were. */
export function changedSince<Values extends object>(before: Values, now: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]),
    ),
  ) as Partial<Values>;
}
