import { describe, expect, it } from '@jest/globals';
import { namesOf, plural, singular } from './names.ts';

describe('names', () => {
  it('takes every form from the one with hyphens', () => {
    expect(namesOf('bio-page', 'the noun')).toEqual({
      kebab: 'bio-page',
      camel: 'bioPage',
      pascal: 'BioPage',
      snake: 'bio_page',
      upper: 'BIO_PAGE',
      words: 'bio page',
      title: 'Bio page',
    });
  });

  it.each(['BioPage', 'bio_page', '1page', 'page-', '', '../page'])('refuses "%s"', (name) => {
    expect(() => namesOf(name, 'the noun')).toThrow('the noun must be lower-case words');
  });

  it.each([
    ['link', 'links'],
    ['category', 'categories'],
    ['key', 'keys'],
    ['address', 'addresses'],
    ['box', 'boxes'],
  ])('knows that several of %s are %s', (one, several) => {
    expect(plural(one)).toBe(several);
    expect(singular(several)).toBe(one);
  });

  it('leaves alone what is no plural', () => {
    expect(singular('billing')).toBe('billing');
    expect(singular('status')).toBe('status');
  });
});
