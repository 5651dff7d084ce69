import { describe, expect, it } from '@jest/globals';
import { wordsOf } from './search-words.js';

describe('wordsOf', () => {
  it.each([
    ['unicorn', ['unicorn']],
    ['  chien \t dich\u00a0 he ', ['chien', 'dich', 'he']],
    ['a b a', ['a', 'b']],
    ['"a b" %_', ['"a', 'b"', '%_']],
    ['1 2 3 4 5 6 7 8', ['1', '2', '3', '4', '5', '6', '7', '8']],
    ['1 2 3 4 5 6 7 8  9 10', ['1', '2', '3', '4', '5', '6', '7', '8 9 10']],
  ])('"%s" is looked for by %j', (text, words) => expect(wordsOf(text)).toEqual(words));
});
