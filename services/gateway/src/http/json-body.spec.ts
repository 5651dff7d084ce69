import { describe, expect, it } from '@jest/globals';
import { deeperThan } from './json-body.js';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] });

describe('deeperThan', () => {
  it.each([
    [1, 0, false],
    [{}, 1, false],
    [{ a: 1 }, 1, false],
    [{ a: { b: 1 } }, 1, true],
    [nested(10), 20, false],
    [nested(11), 20, true],
    [{ wide: Array.from({ length: 10_000 }, () => null) }, 2, false],
  ])('%#', (value, limit, expected) => expect(deeperThan(value, limit)).toBe(expected));
});
