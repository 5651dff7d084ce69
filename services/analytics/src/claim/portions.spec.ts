import { describe, expect, it } from '@jest/globals';
import { portionsOfDays, portionsOfSlices } from './portions.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-01');

describe('portionsOfDays', () => {
  it('has whole days together, up to a number of clicks', () => {
    const days = [3, 4, 9, 1, 1].map((clicks, at) => ({ day: `2026-01-0${at + 1}`, clicks }));
    const portions = portionsOfDays(days, 7);
    expect(portions.map((portion) => portion.days.map((day) => day.slice(-1)))).toEqual([
      ['1', '2'],
      ['3'],
      ['4', '5'],
    ]);
    expect(portions.map(({ clicks }) => clicks)).toEqual([7, 9, 2]);
    expect(portions[2]).toMatchObject({ from: START + 3 * DAY_MS, until: START + 5 * DAY_MS });
  });
});

describe('portionsOfSlices', () => {
  const day = { days: ['2026-01-01'], from: START, until: START + DAY_MS, clicks: 100 };
  const slices = (...counts: [at: number, clicks: number, differs?: boolean][]) =>
    counts.map(([at, clicks, differs = true]) => ({ start: START + at * 60_000, clicks, differs }));
  const cut = (...counts: Parameters<typeof slices>) =>
    portionsOfSlices(day, slices(...counts), 60_000, 7).map(({ from, until, clicks }) => [
      (from - START) / 60_000,
      (until - START) / 60_000,
      clicks,
    ]);

  it('has neighbours together, up to a number of clicks, on their day', () => {
    expect(cut([0, 3], [1, 4], [5, 9], [7, 1], [9, 1])).toEqual([
      [0, 2, 7],
      [5, 6, 9],
      [7, 10, 2],
    ]);
    expect(portionsOfSlices(day, slices([0, 1]), 60_000)[0]?.days).toBe(day.days);
  });

  it('leaves out where nothing differs, and counts what lies between', () => {
    expect(cut([0, 6, false], [1, 3], [2, 4, false], [3, 7, false])).toEqual([[1, 3, 7]]);
  });
});
