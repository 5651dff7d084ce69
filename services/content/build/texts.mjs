// Writes dist/texts.json: every text that pages of this release show, English and Vietnamese, by namespace and key. It is made of the files
// that the web app is built from, so no list of keys is kept by hand.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = ['en', 'vi'];
const service = join(import.meta.dirname, '..');
const frontends = join(service, '../../frontends');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** `{ a: { b: 'x' } }` as `a.b` -> `x`. */
const flatten = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? flatten(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );

/** What the menu calls the pages of a remote, and groups of them. */
function titlesOf(file) {
  const { tabs = [], groups = [] } = read(file);
  return [
    ...tabs.map((tab) => [`tab_${tab.key}`, tab.title]),
    ...groups.map((group) => [`group_${group.key}`, group.title]),
  ];
}

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, {}]));
for (const project of readdirSync(frontends)) {
  const locales = join(frontends, project, 'src/locales');
  const namespaces = existsSync(locales) ? readdirSync(locales).filter((name) => !name.includes('.')) : [];
  for (const namespace of namespaces) {
    for (const language of LANGUAGES) {
      if (texts[language][namespace]) throw new Error(`Two projects have texts of the namespace "${namespace}"`);
      texts[language][namespace] = Object.fromEntries(flatten(read(join(locales, namespace, `${language}.json`))));
    }
  }
  const tabs = join(frontends, project, 'src/tabs.json');
  for (const [key, title] of existsSync(tabs) ? titlesOf(tabs) : []) {
    for (const language of LANGUAGES) (texts[language].tabs ??= {})[key] = title[language];
  }
}
mkdirSync(join(service, 'dist'), { recursive: true });
writeFileSync(join(service, 'dist/texts.json'), JSON.stringify(texts));
