/** More of them cost a look at each link, and find nothing more. */
const MOST_WORDS = 8;

/** The words of a search, each of which a link must have; what follows the last that is looked for by itself is one with it. */
export function wordsOf(text: string): string[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const rest = words.splice(MOST_WORDS - 1).join(' ');
  return [...new Set(rest === '' ? words : [...words, rest])];
}
