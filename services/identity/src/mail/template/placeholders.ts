/** `{{name}}`, with or without spaces within. */
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

export interface Placeholder {
  name: string;
  /** Where it begins in the text. */
  at: number;
}

export const placeholdersOf = (text: string): Placeholder[] =>
  [...text.matchAll(PLACEHOLDER)].map(({ 1: name = '', index: at }) => ({ name, at }));

/** What values are put into is not looked at again, so that no value can ask for another. */
export const fillIn = (text: string, valueOf: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_whole, name: string) => valueOf(name));

/** The first that looks like a placeholder and is none; null: there is nothing of the kind. */
export function strayBraces(text: string): string | null {
  const rest = text.replace(PLACEHOLDER, (whole) => ' '.repeat(whole.length));
  const at = rest.search(/\{\{|\}\}/);
  return at === -1 ? null : text.slice(at, at + 40).trim();
}
