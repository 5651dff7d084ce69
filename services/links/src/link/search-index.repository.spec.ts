import { describe, expect, it } from '@jest/globals';
import { isIndexed } from './search-index.repository.js';

describe('isIndexed', () => {
  it.each(['abc', 'go.example.com/ab', 'x-12345', '100% off', '-ab', 'ab-', 'a-b', 'aếb', '-a-', 'bánh', 'ếữợ', 'đi.'])(
    'says that three characters of "%s" are known',
    (text) => expect(isIndexed(text, false)).toBe(true),
  );

  it.each(['', 'a', 'ab', '%', '---', 'a-', 'ếữ', 'лук'])('says that "%s" is too little', (text) => {
    expect(isIndexed(text, false)).toBe(false);
  });

  it('goes by letters of all languages where the database does', () => {
    expect(isIndexed('лук', true)).toBe(true);
    expect(isIndexed('лу', true)).toBe(false);
    expect(isIndexed('лу.', true)).toBe(true);
  });
});
