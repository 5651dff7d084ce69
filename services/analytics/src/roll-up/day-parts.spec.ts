import { describe, expect, it } from '@jest/globals';
import { dayParts } from './day-parts.js';

describe('dayParts', () => {
  it('counts a visitor on both sides of a cut that he was on', () => {
    const day = '2026-03-02';
    const parts = dayParts(
      [
        { day, kind: '', slot: 4, clicks: '2', visitors: 0 },
        { day, kind: '', slot: 68, clicks: '1', visitors: 0 },
      ],
      [],
      [
        { day, kind: '', first: 4, last: 68, visitors: '1' },
        { day, kind: '', first: 4, last: 4, visitors: '1' },
      ],
    );
    const at = (dimension: string, cut: number) =>
      parts.find((part) => part.dimension === dimension && part.value === String(cut));
    expect(at('until', 4)).toBeUndefined();
    expect(at('until', 68)).toMatchObject({ clicks: 2, visitors: 2 });
    expect(at('since', 68)).toMatchObject({ clicks: 1, visitors: 1 });
    expect(at('since', 1)).toMatchObject({ clicks: 3, visitors: 2 });
    expect(at('since', 69)).toBeUndefined();
    expect(at('until', 95)).toMatchObject({ clicks: 3, visitors: 2 });
  });
});
