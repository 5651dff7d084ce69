import { describe, expect, it } from '@jest/globals';
import { changedSince, nothingTold, type Told, toldOf, toldText, walked } from './marks.js';

const table = '0198d1c3-0000-7000-8000-0000000000cc';
const marks = new Map([
  ['2026-11-28', 40],
  ['2026-11-29', 123_456_789_012],
]);
const after = { workspaceId: '0198d1c3-0000-7000-8000-00000000000a', linkId: '0198d1c3-0000-7000-8000-0000000000f1' };

describe('how far somebody was told', () => {
  it.each<Told>([
    nothingTold(table),
    { table, marks, walk: null },
    { table, marks, walk: { at: 1_795_000_000_000, marks: new Map([['2026-11-29', 0]]), after: null } },
    { table, marks: new Map(), walk: { at: 1_795_000_000_000, marks, after } },
  ])('is read as it was written, %#', (told) => {
    expect(toldOf(toldText(told), table)).toEqual(told);
    expect(toldOf(toldText(told), after.linkId)).toEqual(nothingTold(after.linkId));
  });

  it.each([null, '', 'nonsense', '|', "|a;b;'"])('begins anew with what is none: %s', (text) => {
    expect(toldOf(text, table)).toEqual(nothingTold(table));
  });

  it('tells of days that came, changed or left, and of no other', () => {
    const now = new Map([
      ['2026-11-28', 40],
      ['2026-11-30', 7],
    ]);
    expect([...changedSince(marks, now)]).toEqual([
      ['2026-11-30', 7],
      ['2026-11-29', 0],
    ]);
    const walk = { at: 1, marks: changedSince(marks, now), after: null };
    expect(walked({ table, marks, walk }, walk)).toEqual(now);
  });
});
