import { describe, expect, it } from '@jest/globals';
import type { AppError } from '@linkway/platform';
import { placeOf, placeText } from './list-place.js';

const id = '01a1f88e-6347-7143-9bcb-d4953ea7ddd5';

describe('a place in a list', () => {
  it.each(['1970-01-01T00:00:00.000Z', '2026-11-23T07:00:00.123Z', '5000-12-31T23:59:59.999Z'])(
    'is read as it was told, at %s',
    (time) => {
      const place = { created_at: new Date(time), id };
      expect(placeOf(placeText(place))).toEqual(place);
    },
  );

  it.each([0, 7, 12_345_678_901])('of a list by clicks has them, as %s', (clicks) => {
    const place = { created_at: new Date('2026-11-23T07:00:00.123Z'), id, clicks };
    expect(placeOf(placeText(place), true)).toEqual(place);
    expect(() => placeOf(placeText(place))).toThrow();
    expect(() => placeOf(placeText({ created_at: place.created_at, id }), true)).toThrow();
  });

  it.each(['', id, 'abc', `_${id}`, `zzzzzzzzzz_${id}`, `abc_${id}x`, `abc_${id.toUpperCase()}`, `-abc_${id}`])(
    'is not "%s"',
    (text) => {
      let thrown: unknown;
      try {
        placeOf(text);
      } catch (error) {
        thrown = error;
      }
      const { code, errors } = (thrown ?? {}) as Partial<AppError>;
      expect([code, errors?.map(({ field }) => field)]).toEqual(['links.starting_after_invalid', ['starting_after']]);
    },
  );
});
