import { emptyValues, type LinkValues } from '../../link-form/values';

// The tab's storage outlives a sign-in: nobody shall find what another account typed.
const keyOf = (account: string): string => `create_draft:${account}`;

/** What outlives a reload: what was typed, and of a password that there was one. The password itself is nowhere kept. */
export interface Draft {
  values: LinkValues;
  had_password: boolean;
}

/** A page that was opened before an update kept a number of clicks. */
type Stored = Partial<Omit<LinkValues, 'max_clicks'> & { max_clicks: string | number | null; had_password: boolean }>;

/** What the account typed before a reload. */
export function loadDraft(account: string): Draft {
  try {
    const { had_password = false, max_clicks, ...values } = JSON.parse(keptDraft(account) ?? '{}') as Stored;
    return {
      values: { ...emptyValues, ...values, max_clicks: String(max_clicks ?? ''), password: '' },
      had_password,
    };
  } catch {
    return { values: emptyValues, had_password: false };
  }
}

/** `hadPassword`: one that was typed before is still awaited. */
export function keepDraft(account: string, { password, ...values }: LinkValues, hadPassword: boolean): void {
  try {
    const draft = { ...values, had_password: hadPassword || password !== '' };
    sessionStorage.setItem(keyOf(account), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing: the form works, only a reload empties it.
  }
}

/** What is kept of the account, to be compared: another page may have kept something else since. */
export function keptDraft(account: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(account));
  } catch {
    return null;
  }
}

export function dropDraft(account: string): void {
  if (keptDraft(account) !== null) sessionStorage.removeItem(keyOf(account));
}
