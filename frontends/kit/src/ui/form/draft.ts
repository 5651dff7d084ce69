/** What was typed into a form and is not sent yet. The tab's storage outlives a reload and ends with the tab. Never give it a password. */
export interface DraftStore<Draft> {
  read: () => Partial<Draft> | null;
  keep: (draft: Partial<Draft>) => void;
  drop: () => void;
  /** What is kept, to be compared: another page may have kept something else since. */
  kept: () => string | null;
}

/** `key` names the account, too: the tab's storage outlives a sign-in, and nobody shall find what another typed. */
export function draftStore<Draft extends object>(key: string): DraftStore<Draft> {
  const kept = (): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  };
  return {
    kept,
    read() {
      try {
        return JSON.parse(kept() ?? 'null') as Partial<Draft> | null;
      } catch {
        return null;
      }
    },
    keep(draft) {
      try {
        sessionStorage.setItem(key, JSON.stringify(draft));
      } catch {
        // A browser that keeps nothing: the form works, only a reload empties it.
      }
    },
    drop() {
      if (kept() !== null) sessionStorage.removeItem(key);
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
