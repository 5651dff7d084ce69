import { describe, expect, it } from '@jest/globals';
import { placeIn } from './event-tail.js';

const stream = (created: string, first_seq: number, last_seq: number) => ({ created, state: { first_seq, last_seq } });
const last = { created: 'a', sequence: 50 };

describe('placeIn', () => {
  it('goes on where it was', () => {
    expect(placeIn(stream('a', 51, 60), last, 0)).toEqual({ place: last, gap: false });
  });

  it.each([
    ['another stream of that name, with more messages', stream('b', 1, 90)],
    ['a stream that lost its end', stream('a', 1, 49)],
    ['a stream that forgot what was not seen', stream('a', 52, 60)],
  ])('tells a gap: %s', (_what, info) => {
    const end = { created: info.created, sequence: info.state.last_seq };
    expect(placeIn(info, last, 0)).toEqual({ place: end, gap: true });
  });

  it('begins at the end, and tells a gap when that took long', () => {
    expect(placeIn(stream('a', 1, 60), null, 9_000)).toEqual({ place: { created: 'a', sequence: 60 }, gap: false });
    expect(placeIn(stream('a', 1, 60), null, 11_000).gap).toBe(true);
  });
});
