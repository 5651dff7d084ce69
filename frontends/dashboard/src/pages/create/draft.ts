import { emptyValues, type LinkValues } from '../../link-form/values';

// The tab's storage outlives a sign-in: nobody shall find what another account typed.
const keyOf = (account: string): string => `create_draft:${account}`;

/** What outlives a reload: what was typed, and of a password that there was one. The password itself is nowhere kept. */
export interface Draft {
  values: LinkValues;
  had_password: boolean;
}

/** What the account typed before a reload. */
export function loadDraft(account: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(account)) ?? '{}');
    const { had_password, ...values } = { had_password: false, ...emptyValues, ...(stored as object | null) };
    // A page that was opened before an update kept a number.
    const max_clicks = String(values.max_clicks ?? '');
    return { values: { ...values, max_clicks, password: '' }, had_password };
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

export const dropDraft = (account: string): void => sessionStorage.removeItem(keyOf(account));
