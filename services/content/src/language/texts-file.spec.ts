import { describe, expect, it } from '@jest/globals';
import { Catalogue } from './catalogue.js';
import { readTextsFile, writeTextsFile } from './texts-file.js';

const catalogue = new Catalogue('fr', {
  kit: { save: 'Save', 'error.retry': 'Try again', links_one: '{{count}} link', links_other: '{{count}} links' },
  errors: { 'links.code_taken': '{code} is taken' },
});
const read = (file: unknown) => readTextsFile(typeof file === 'string' ? file : JSON.stringify(file), catalogue);

describe('a file of texts', () => {
  it('may be nested, flat or both', () => {
    const texts = { kit: { save: 'Enregistrer', 'error.retry': 'Réessayer' } };
    expect(read({ kit: { save: 'Enregistrer', error: { retry: 'Réessayer' } } })).toEqual({ texts, refused: [] });
    expect(read({ 'kit:save': 'Enregistrer', 'kit:error.retry': 'Réessayer' })).toEqual({ texts, refused: [] });
    expect(read({ kit: { 'error.retry': 'Réessayer' }, 'kit:save': 'Enregistrer' }).texts).toEqual(texts);
    expect(read('\uFEFF{"kit":{"save":"Enregistrer"}}').texts).toEqual({ kit: { save: 'Enregistrer' } });
  });

  it('says nothing by an empty text, and keeps what this release does not know', () => {
    expect(read({ kit: { save: ' ', gone: 'Parti {{x}}' } })).toEqual({
      texts: { kit: { gone: 'Parti {{x}}' } },
      refused: [],
    });
  });

  it.each(['', 'x', '[]', '"kit"', 'null', '1', '{"kit":{"save":"x"}', "{'kit':{}}", '{"kit":{"save":"x",}}'])(
    '%j is none',
    (file) => expect(() => read(file)).toThrow('Invalid file'),
  );

  it('is none where it is too deep or too long', () => {
    const deep = `${'{"a":'.repeat(50)}"x"${'}'.repeat(50)}`;
    expect(() => read(`{"kit":${deep}}`)).toThrow('Invalid file');
    const many = Object.fromEntries(Array.from({ length: 20_010 }, (_, n) => [`k${n}`, 'x']));
    expect(() => read({ kit: many })).toThrow('Invalid file');
  });

  it('tells each text that cannot be taken, and why', () => {
    const { texts, refused } = read(
      '{"kit":{"save":1,"error":{"retry":"<b>x</b>"},"links_one":"un lien","links_other":"liens","__proto__":{"polluted":"x"}},' +
        '"errors":{"links":{"code_taken":"Pris"}},"constructor":{"prototype":{"x":"y"}},"title":"x","kit:links_one":"un"}',
    );
    expect(refused).toEqual([
      { key: 'kit:save', code: 'languages.text_no_string' },
      { key: 'kit:error.retry', code: 'languages.text_tags_differ' },
      { key: 'kit:links_other', code: 'languages.text_placeholders_differ' },
      { key: 'kit:__proto__.polluted', code: 'languages.text_key_forbidden' },
      { key: 'errors:links.code_taken', code: 'languages.text_placeholders_differ' },
      { key: 'constructor:prototype.x', code: 'languages.text_key_forbidden' },
      { key: 'title:', code: 'languages.text_key_forbidden' },
      { key: 'kit:links_one', code: 'languages.text_key_twice' },
    ]);
    expect(texts).toEqual({ kit: { links_one: 'un lien' } });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it('is written without a touch of what every object has, whatever its keys are called', () => {
    const texts = { kit: { 'toString.call': 'x', 'valueOf.a.b': 'y', hasOwnProperty: 'z' } };
    const { toString } = Object.prototype;
    const { call } = toString;
    try {
      expect(readTextsFile(JSON.stringify(texts), catalogue)).toEqual({ texts, refused: [] });
      const file = writeTextsFile(texts, catalogue);
      expect(Object.hasOwn(toString, 'call')).toBe(false);
      expect(Object.hasOwn(Object.prototype.valueOf, 'a')).toBe(false);
      expect(read(file).texts).toEqual(texts);
    } finally {
      // Nothing else works while it is no function.
      if (toString.call !== call) Reflect.deleteProperty(toString, 'call');
    }
  });

  it('has every text, those that are missing empty, and is read as it was written', () => {
    const texts = {
      kit: { save: 'Enregistrer', gone: 'Parti', 'save.more': 'Plus' },
      errors: { 'links.code_taken': '{code} est pris' },
    };
    const file = writeTextsFile(texts, catalogue);
    expect(JSON.parse(file)).toEqual({
      errors: { links: { code_taken: '{code} est pris' } },
      kit: {
        error: { retry: '' },
        gone: 'Parti',
        links_many: '',
        links_one: '',
        links_other: '',
        save: 'Enregistrer',
        'save.more': 'Plus',
      },
    });
    expect(readTextsFile(file, catalogue)).toEqual({ texts, refused: [] });
  });
});
