import type { Texts } from '../i18n/registry';

/**
 * Texts by key as i18next takes them, by namespace. Of a plural, a form that is not translated is said by the one for many, as long as
 * there is that: better than English in the middle of a page.
 */
export function resourcesOf(texts: Record<string, Record<string, string>>, language: string): Record<string, Texts> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(texts).map(([name, byKey]) => {
      const others = Object.entries(byKey).filter(([key]) => key.endsWith(OTHER));
      const filled = others.flatMap(([key, text]) =>
        forms.map((form) => [`${key.slice(0, -OTHER.length)}_${form}`, text]),
      );
      return [name, nested({ ...Object.fromEntries(filled), ...byKey })];
    }),
  );
}

const OTHER = '_other';

function nested(byKey: Record<string, string>): Texts {
  const tree: Texts = {};
  for (const [key, text] of Object.entries(byKey)) {
    const parts = key.split('.');
    const last = parts.pop() ?? key;
    let at = tree;
    for (const part of parts) {
      at[part] ??= {};
      at = at[part] as Texts;
    }
    at[last] = text;
  }
  return tree;
}
