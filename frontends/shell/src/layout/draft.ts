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
export function keepDraft(form: string, values: object): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(values));
  } catch {
    // Full or forbidden: what is typed stays as long as the page does.
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // There is none.
  }
}
