import type { Locale } from '@linkway/contracts';

/** The language of texts for people: the first of en and vi by the weights of Accept-Language, or else another. */
export function localeOf(acceptLanguage: string | undefined, otherwise: Locale = 'en'): Locale {
  if (!acceptLanguage) return otherwise;
  const ranked = acceptLanguage
    .slice(0, 512)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.trim().split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0, index };
    })
    .filter((entry) => entry.weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index);
  return ranked.map((entry) => entry.language).find((language) => language === 'en' || language === 'vi') ?? otherwise;
}
