/** What was typed into a form and is not sent yet. The tab's storage outlives a reload and ends with the tab. Never give it a password. */
export interface DraftStore<Draft> {
  read: () => Partial<Draft> | null;
  keep: (draft: Partial<Draft>) => void;
  drop: () => void;
  /** What is kept, to be compared: another page may have kept something else since. */
  kept: () => string | null;
  /** Whether what is kept is what this page has found or kept itself: another one was not opened since and typed in. */
  isOwn: () => boolean;
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
  let own = kept();
  return {
    kept,
    isOwn: () => kept() === own,
    read() {
      try {
        return JSON.parse(kept() ?? 'null') as Partial<Draft> | null;
      } catch {
        return null;
      }
    },
    keep(draft) {
      own = JSON.stringify(draft);
      try {
        sessionStorage.setItem(key, own);
      } catch {
        // A browser that keeps nothing: the form works, only a reload empties it.
      }
    },
    drop() {
      own = null;
      if (kept() !== null) sessionStorage.removeItem(key);
    },
  };
}

const isOther = (one: unknown, another: unknown): boolean => JSON.stringify(one) !== JSON.stringify(another);

/** The fields that are other than they were. */
export function changedSince<Values extends object>(before: Values, now: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => isOther(value, before[name as keyof Values])),
  ) as Partial<Values>;
}

/** The fields that were typed in, and what was saved `under` them by then, which a former release did not keep. */
export type TypedOver<Values> = Partial<Values> & { under?: Partial<Values> };

/** Fields that say something together alone, as an amount and its currency: where one is typed in, all are. */
export type Together<Values> = readonly (keyof Values)[];

/** The fields that were typed in, of which somebody else may have saved others. */
export function typedSince<Values extends object>(
  saved: Values,
  now: Values,
  together: Together<Values> = [],
): Partial<Values> {
  const typed = changedSince(saved, now);
  if (!together.some((name) => name in typed)) return typed;
  return { ...typed, ...(Object.fromEntries(together.map((name) => [name, now[name]])) as Partial<Values>) };
}

/** What is typed `now` over what is `saved`, to be kept; without a field where nothing is. */
export function typedOver<Values extends object>(
  saved: Values,
  now: Values,
  together?: Together<Values>,
): TypedOver<Values> {
  const typed = typedSince(saved, now, together);
  const names = Object.keys(typed) as (keyof Values)[];
  if (names.length === 0) return {};
  return { ...typed, under: Object.fromEntries(names.map((name) => [name, saved[name]])) as Partial<Values> };
}

/**
 * What was kept, over what is `saved` by now. It is `overtaken` where a field that was typed in holds neither what it was typed over nor what
 * was typed: somebody else has saved that, and nobody who typed has seen it.
 */
export function foundOver<Values extends object>(store: DraftStore<TypedOver<Values>>, saved: Partial<Values>) {
  const kept = store.read();
  if (!kept) return null;
  const { under = {}, ...typed } = kept as { under?: Partial<Values> } & Partial<Values>;
  const before = under as Partial<Values>;
  const now = typed as Partial<Values>;
  const names = Object.keys(before) as (keyof Values)[];
  const overtaken = names.some((name) => isOther(saved[name], before[name]) && isOther(saved[name], now[name]));
  return { typed: now, under: before, overtaken };
}
