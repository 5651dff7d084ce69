/** A name in every form that generated code needs; `kebab` is how it is given. */
export interface Names {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  readonly upper: string;
  readonly words: string;
  readonly title: string;
}

export function namesOf(kebab: string, what: string): Names {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab)) {
    throw new Error(`${what} must be lower-case words with hyphens, such as bio-page; not "${kebab}"`);
  }
  const parts = kebab.split('-');
  const pascal = parts.map(capitalised).join('');
  const words = parts.join(' ');
  const snake = parts.join('_');
  return {
    kebab,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake,
    upper: snake.toUpperCase(),
    words,
    title: capitalised(words),
  };
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function plural(kebab: string): string {
  if (/[^aeiou]y$/.test(kebab)) return `${kebab.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(kebab) ? `${kebab}es` : `${kebab}s`;
}

/** The noun that a service or area most likely is about: links -> link, billing -> billing. */
export function singular(kebab: string): string {
  if (/[^aeiou]ies$/.test(kebab)) return `${kebab.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(kebab)) return kebab;
  return /(ss|x|z|ch|sh)es$/.test(kebab) ? kebab.slice(0, -2) : kebab.replace(/s$/, '');
}
