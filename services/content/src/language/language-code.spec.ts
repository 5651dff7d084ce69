import { describe, expect, it } from '@jest/globals';
import { languageCodeOf } from './language-code.js';

describe('languageCodeOf', () => {
  it.each([
    ['fr', 'fr'],
    [' FR ', 'fr'],
    ['pt-br', 'pt-BR'],
    ['ZH-hant-tw', 'zh-Hant-TW'],
    ['en-GB', 'en-GB'],
    ['es-419', 'es-419'],
    ['iw-Latn', 'he-Latn'],
  ])('%j is %s', (given, expected) => expect(languageCodeOf(given)).toBe(expected));

  it.each(['', 'f', 'français', 'pt_BR', 'fr-FR-u-nu-arab', 'x-own', 'de-1996', 'qqq', '../fr', 'fr fr', '__proto__'])(
    '%j is no code',
    (given) => expect(() => languageCodeOf(given)).toThrow('Enter the code of a language, such as fr or pt-BR'),
  );

  it.each(['ar', 'he', 'fa', 'ur', 'az-Arab', 'dv', 'yi'])('%s is written from right to left', (given) =>
    expect(() => languageCodeOf(given)).toThrow('from right to left'),
  );
});
