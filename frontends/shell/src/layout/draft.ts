// What is typed and not sent yet lives in the tab's own storage: it survives a reload, and ends with the tab.
const keyOf = (form: string): string => `draft:${form}`;

export function readDraft<T extends object>(form: string): Partial<T> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Never give it a password. */
export const keepDraft = (form: string, values: object): void =>
  sessionStorage.setItem(keyOf(form), JSON.stringify(values));

export const dropDraft = (form: string): void => sessionStorage.removeItem(keyOf(form));
