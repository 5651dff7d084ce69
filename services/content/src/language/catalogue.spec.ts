import { describe, expect, it } from '@jest/globals';
import { Catalogue, textsOfRelease } from './catalogue.js';
import { entriesOf, nameOf } from './texts.js';

const english = {
  kit: { save: 'Save', links_one: '{{count}} link', links_other: '{{count}} links' },
  errors: { 'links.code_taken': '{code} is taken' },
};

describe('the texts of a release', () => {
  it('are those of all parts of the web app and of all errors, in both languages', () => {
    const { kit, frame, users, errors, tabs } = textsOfRelease('en');
    expect([kit, frame, users, errors, tabs].map((texts) => texts !== undefined)).toEqual(Array(5).fill(true));
    expect(errors?.['languages.file_invalid']).toBe('Invalid file');
    expect(textsOfRelease('vi').errors?.['languages.file_invalid']).toBe('File không hợp lệ');
    expect(Object.keys(textsOfRelease('vi')).sort()).toEqual(Object.keys(textsOfRelease('en')).sort());
    expect(tabs?.tab_languages).toBe('Languages');
  });

  it('can each stand for itself in every language that has no other forms', () => {
    const release = textsOfRelease('en');
    expect(new Catalogue('en').shown(release)).toEqual(release);
  });
});

describe('Catalogue', () => {
  const names = (language: string) => new Catalogue(language, english).entries.map(nameOf);

  it('has of a plural the forms of the language', () => {
    const others = ['kit:save', 'errors:links.code_taken'];
    const forms = (...of: string[]) => [
      'kit:save',
      ...of.map((form) => `kit:links_${form}`),
      'errors:links.code_taken',
    ];
    expect(names('ja')).toEqual(forms('other'));
    expect(names('en').sort()).toEqual([...others, 'kit:links_one', 'kit:links_other'].sort());
    expect(names('fr').sort()).toEqual([...others, 'kit:links_one', 'kit:links_many', 'kit:links_other'].sort());
    expect(names('pl')).toHaveLength(6);
  });

  it('holds the English form against the one of that name, else against that of many', () => {
    const catalogue = new Catalogue('fr', english);
    expect(catalogue.find({ namespace: 'kit', key: 'links_one' })?.english).toBe('{{count}} link');
    expect(catalogue.find({ namespace: 'kit', key: 'links_many' })?.english).toBe('{{count}} links');
    expect(catalogue.find({ namespace: 'kit', key: 'constructor' })).toBeUndefined();
  });

  it('shows what is known and fits, and nothing else', () => {
    const texts = {
      kit: { save: 'Enregistrer', gone: 'Parti', links_one: 'un lien', links_other: 'des liens' },
      gone: { title: 'Parti' },
    };
    expect(new Catalogue('fr', english).shown(texts)).toEqual({ kit: { save: 'Enregistrer', links_one: 'un lien' } });
    expect(entriesOf(texts)).toHaveLength(5);
  });
});
