import i18next from 'i18next';

// Among the options of i18next, which the formats look at: no public page has another zone than its browser, or pays for more.
const options = (): { timeZone?: string | undefined } => i18next.options as object;

/** Of dates and periods, where the account has chosen one. */
export const timeZone = (): string | undefined => options().timeZone;

/** One that the browser does not know is none. */
export function setTimeZone(name: string | null | undefined): void {
  options().timeZone = name && isKnown(name) ? name : undefined;
}

function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
