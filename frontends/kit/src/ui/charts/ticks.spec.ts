import { describe, expect, it } from '@jest/globals';
import { countTicks, shownLabels } from './ticks';

describe('countTicks', () => {
  it.each([
    [0, [0, 1, 2, 3, 4]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [265, [0, 100, 200, 300]],
    [1_302, [0, 500, 1_000, 1_500]],
  ])('%d clicks', (max, ticks) => expect(countTicks(max)).toEqual(ticks));
});

describe('shownLabels', () => {
  it('writes every label where there is room', () => expect(shownLabels(7, 36, 600)).toEqual([0, 1, 2, 3, 4, 5, 6]));
  it.each([
    [30, 36, 300],
    [24, 36, 280],
    [53, 36, 280],
    [366, 60, 1_000],
  ])('lets none of %d labels of %d px touch the next on %d px', (count, labelWidth, width) => {
    const shown = shownLabels(count, labelWidth, width);
    expect(shown.length).toBeGreaterThan(2);
    const apart = ((shown[1] ?? 0) - (shown[0] ?? 0)) * (width / (count - 1));
    expect(apart).toBeGreaterThan(labelWidth + 8);
  });
  it('has no label for nothing', () => expect([shownLabels(0, 36, 300), shownLabels(1, 36, 300)]).toEqual([[], [0]]));
});
