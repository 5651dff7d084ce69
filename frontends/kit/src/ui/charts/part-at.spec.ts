import { expect, it } from '@jest/globals';
import { partAt } from './part-at';

it.each([
  ['top right', 0.9, 0.4, 0],
  ['bottom', 0.5, 0.95, 0],
  ['left, after three quarters', 0.3, 0.15, 1],
  ['the hole', 0.5, 0.5, null],
  ['a corner', 0.02, 0.02, null],
])('%s', (_, x, y, part) => expect(partAt([75, 25], x, y)).toBe(part));

it('finds nothing where nothing was counted', () => expect(partAt([0, 0], 0.9, 0.4)).toBeNull());
