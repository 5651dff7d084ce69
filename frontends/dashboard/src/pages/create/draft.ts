import { emptyValues, type LinkValues } from '../../link-form/values';

// The tab's storage outlives a sign-in: nobody shall find what another account typed.
const keyOf = (account: string): string => `create_draft:${account}`;

/** What the account typed before a reload, without the password: that is nowhere kept. */
export function loadDraft(account: string): LinkValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(account)) ?? '{}');
    const values: LinkValues = { ...emptyValues, ...(typeof stored === 'object' ? stored : {}), password: '' };
    // A page that was opened before an update kept a number.
    return { ...values, max_clicks: String(values.max_clicks ?? '') };
  } catch {
    return emptyValues;
  }
}

export function keepDraft(account: string, values: LinkValues): void {
  const { password: _, ...rest } = values;
  try {
    sessionStorage.setItem(keyOf(account), JSON.stringify(rest));
  } catch {
    // A browser that keeps nothing: the form works, only a reload empties it.
  }
}

export const dropDraft = (account: string): void => sessionStorage.removeItem(keyOf(account));
