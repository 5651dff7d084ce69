import { emptyValues, type LinkValues } from '../../link-form/values';

const KEY = 'create_draft';

/** What was typed before a reload, without the password: that is nowhere kept. */
export function loadDraft(): LinkValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return { ...emptyValues, ...(typeof stored === 'object' ? stored : {}), password: '' };
  } catch {
    return emptyValues;
  }
}

export function keepDraft(values: LinkValues): void {
  const { password: _, ...rest } = values;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(rest));
  } catch {
    // A browser that keeps nothing: the form works, only a reload empties it.
  }
}

export const dropDraft = (): void => sessionStorage.removeItem(KEY);
