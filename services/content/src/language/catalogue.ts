import { readFileSync } from 'node:fs';
import { errorMessages } from '@linkway/contracts';
import { ERRORS, textFault } from './text-fault.js';
import { nameOf, type TextPlace, type Texts, textAt } from './texts.js';

export type BuiltIn = 'en' | 'vi';

/** Written by `build/texts.mjs`; the same from the sources and from what is built of them. */
const FILE = new URL('../../dist/texts.json', import.meta.url);
const FORM = /_(?:one|other)$/;

let read: Record<BuiltIn, Texts> | null = null;

/** All that pages of this release say, in a language that comes with it. */
export function textsOfRelease(language: BuiltIn): Texts {
  read ??= withErrors(JSON.parse(readFileSync(FILE, 'utf8')) as Record<BuiltIn, Texts>);
  return read[language];
}

const withErrors = ({ en, vi }: Record<BuiltIn, Texts>): Record<BuiltIn, Texts> => ({
  en: { ...en, [ERRORS]: errorMessages.en },
  vi: { ...vi, [ERRORS]: errorMessages.vi },
});

/** A text that a language may have, beside the English one that stands in its place where it has none. */
export interface CatalogueEntry extends TextPlace {
  readonly english: string;
}

/** All texts that a language may have: of each plural the forms that it knows, which are other ones than those of English. */
export class Catalogue {
  readonly entries: readonly CatalogueEntry[];
  private readonly byName: ReadonlyMap<string, CatalogueEntry>;

  constructor(language: string, english: Texts = textsOfRelease('en')) {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    this.entries = Object.entries(english).flatMap(([namespace, texts]) => entriesIn(namespace, texts, forms));
    this.byName = new Map(this.entries.map((entry) => [nameOf(entry), entry]));
  }

  get namespaces(): string[] {
    return [...new Set(this.entries.map(({ namespace }) => namespace))].sort();
  }

  find(place: TextPlace): CatalogueEntry | undefined {
    return this.byName.get(nameOf(place));
  }

  /** What of these texts can be shown: known to this release, and with the placeholders that it fills. */
  shown(texts: Texts): Texts {
    const shown: Texts = {};
    for (const { namespace, key, english } of this.entries) {
      const text = textAt(texts, { namespace, key });
      if (text === undefined || textFault({ namespace, key }, english, text)) continue;
      shown[namespace] ??= {};
      shown[namespace][key] = text;
    }
    return shown;
  }
}

function entriesIn(namespace: string, texts: Record<string, string>, forms: readonly string[]): CatalogueEntry[] {
  return Object.entries(texts).flatMap(([key, english]): CatalogueEntry[] => {
    const stem = key.replace(FORM, '');
    const other = texts[`${stem}_other`];
    if (stem === key || other === undefined) return [{ namespace, key, english }];
    // Once for all forms, in the place of the last one.
    if (!key.endsWith('_other')) return [];
    return forms.map((form) => ({
      namespace,
      key: `${stem}_${form}`,
      english: texts[`${stem}_${form}`] ?? other,
    }));
  });
}
