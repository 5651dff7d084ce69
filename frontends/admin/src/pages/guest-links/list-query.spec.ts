import { describe, expect, it } from '@jest/globals';
import { createdFrom } from './list-query';

describe('the time of a filter', () => {
  it.each([
    ['any', '2026-11-30', null],
    ['today', '2026-11-30', '2026-11-30'],
    ['week', '2026-11-03', '2026-10-28'],
    ['month', '2026-11-30', '2026-10-30'],
    ['month', '2026-03-31', '2026-02-28'],
    ['month', '2026-01-15', '2025-12-15'],
    ['3months', '2026-05-31', '2026-02-28'],
    ['3months', '2026-02-10', '2025-11-10'],
  ] as const)('%s, on %s, begins on %s', (created, today, first) => {
    const now = new Date(`${today}T13:30:00`).getTime();
    expect(createdFrom(created, now)).toBe(first && new Date(`${first}T00:00:00`).toISOString());
  });
});
