// Every text exists in English and Vietnamese, with the same placeholders, and every key that the code names exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = ['en', 'vi'];
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** `{ a: { b: 'x' } }` as `a.b` -> `x`. */
export function flatten(texts, prefix = '') {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? flatten(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );
}

const placeholders = (text) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map((match) => match[1])
    .sort()
    .join(',');
const tags = (text) =>
  [...text.matchAll(/<(\w+)>/g)]
    .map((match) => match[1])
    .sort()
    .join(',');

/** What is wrong between the languages of one namespace. Plural forms differ by language: only their common stem must exist. */
export function compareLanguages(namespace, byLanguage) {
  const problems = [];
  const stems = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      new Map(flatten(byLanguage[language]).map(([key, text]) => [key.replace(PLURAL, ''), text])),
    ]),
  );
  for (const [language, other] of [
    ['en', 'vi'],
    ['vi', 'en'],
  ]) {
    for (const [key, text] of stems[language]) {
      const translated = stems[other].get(key);
      if (translated === undefined) problems.push(`${namespace}: "${key}" is missing in ${other}`);
      else if (language === 'en' && placeholders(text) !== placeholders(translated)) {
        problems.push(`${namespace}: "${key}" has other placeholders in vi`);
      } else if (language === 'en' && tags(text) !== tags(translated)) {
        problems.push(`${namespace}: "${key}" has other tags in vi`);
      }
      if (typeof text !== 'string' || text.trim() === '')
        problems.push(`${namespace}: "${key}" is empty in ${language}`);
    }
  }
  return problems;
}

/** Literal keys of one source file as `namespace:key`; the first useTranslation or translator of the file names the default. */
export function usedKeys(source) {
  const own = source.match(/(?:useTranslation|translator)\(\s*\[?\s*'([\w-]+)'/)?.[1];
  const calls = [...source.matchAll(/(?<![\w.])t\(\s*'([^']+)'/g), ...source.matchAll(/i18nKey="([^"]+)"/g)];
  return calls.flatMap(([, key]) => (key.includes(':') ? [key] : own ? [`${own}:${key}`] : []));
}

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.spec\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** All problems of a project: `src/locales/<namespace>/{en,vi}.json` and the keys its sources use (kit's may be used by all). */
export function localeProblems(dir) {
  const known = new Map();
  const problems = [];
  for (const root of new Set([dir, join(dir, '../kit')])) {
    const folder = join(root, 'src/locales');
    if (!existsSync(folder)) continue;
    for (const namespace of readdirSync(folder).filter((name) => !name.includes('.'))) {
      const files = LANGUAGES.map((language) => join(folder, namespace, `${language}.json`));
      const absent = files.filter((file) => !existsSync(file));
      if (absent.length > 0) {
        problems.push(`${namespace}: ${absent.join(', ')} does not exist`);
        continue;
      }
      const [en, vi] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
      problems.push(...compareLanguages(namespace, { en, vi }));
      known.set(namespace, new Set(flatten(en).map(([key]) => key.replace(PLURAL, ''))));
    }
  }
  for (const file of sources(join(dir, 'src'))) {
    for (const used of usedKeys(readFileSync(file, 'utf8'))) {
      const [namespace, key] = used.split(':');
      if (!known.get(namespace)?.has(key)) problems.push(`${file}: no text "${used}"`);
    }
  }
  return problems;
}

/** Fails the build with the list of what is missing. */
export class LocalesPlugin {
  constructor(dir) {
    this.dir = dir;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('LocalesPlugin', (compilation) => {
      for (const problem of localeProblems(this.dir)) compilation.errors.push(new Error(problem));
    });
  }
}
