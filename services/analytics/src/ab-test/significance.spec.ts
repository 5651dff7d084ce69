import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Counted, significanceOf, twoSided } from './significance.js';

const of = (conversions: number, people: number): Counted => ({ conversions, people });

describe('the z-test of two proportions', () => {
  it.each([
    [0, 1],
    [0.674489750196, 0.5],
    [1.95996398454, 0.05],
    [-2.575829303549, 0.01],
    [3.290526731492, 0.001],
    [6, 1.973175290075e-9],
  ])('at z = %d is p = %d', (z, p) => expect(twoSided(z) / p).toBeCloseTo(1, 6));

  // Worked out elsewhere, by the complementary error function of the C library.
  it.each([
    [of(200, 1_000), of(250, 1_000), 'b_better', 0.007419649261, 0.25],
    [of(100, 1_000), of(110, 1_000), 'no_difference', 0.465743587934, 0.1],
    [of(50, 500), of(20, 400), 'a_better', 0.005385350418, -0.5],
    [of(9, 120), of(31, 140), 'b_better', 0.001105065351, 1.952380952381],
  ] as const)('of %j and %j is %s', (a, b, verdict, p, uplift) => {
    const found = significanceOf(a, b);
    expect(found.verdict).toBe(verdict);
    expect(found.p_value).toBeCloseTo(p, 7);
    expect(found.uplift).toBeCloseTo(uplift, 9);
  });

  it.each([
    ['nobody came', of(0, 0), of(0, 0), null],
    ['one variant has too few people', of(50, 99), of(500, 1_000), -0.01],
    ['nobody reached the goal', of(0, 1_000), of(0, 1_000), null],
    ['too few reached it', of(4, 1_000), of(5, 1_000), 0.25],
    ['all but a few did', of(1_000, 1_000), of(991, 1_000), -0.009],
    ['all are with one', of(10, 1_000), of(0, 0), null],
  ])('says nothing where %s', (_why, a, b, uplift) => {
    const found = significanceOf(a, b);
    expect([found.verdict, found.p_value]).toEqual(['not_enough', null]);
    if (uplift === null) expect(found.uplift).toBeNull();
    else expect(found.uplift).toBeCloseTo(uplift, 9);
  });

  const counted = fc
    .tuple(fc.integer({ min: 100, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([people, rate]) => of(Math.round(people * rate), people));

  it('is the same from both sides, and likelier with more people at the same rates', () => {
    const mirrored = { a_better: 'b_better', b_better: 'a_better' } as Record<string, string>;
    fc.assert(
      fc.property(counted, counted, (a, b) => {
        const [there, back] = [significanceOf(a, b), significanceOf(b, a)];
        expect(back.verdict).toBe(mirrored[there.verdict] ?? there.verdict);
        expect(back.p_value).toBe(there.p_value);
        if (there.p_value === null) return;
        expect(there.p_value).toBeGreaterThanOrEqual(0);
        expect(there.p_value).toBeLessThanOrEqual(1);
        const more = significanceOf(of(4 * a.conversions, 4 * a.people), of(4 * b.conversions, 4 * b.people));
        expect(more.p_value ?? 1).toBeLessThanOrEqual(there.p_value + 1e-6);
      }),
    );
  });

  it('finds a difference where there is none in one of twenty tests, not more', () => {
    // The same rate on both sides, by a generator that is always the same.
    let state = 1;
    const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const drawn = () => of(Array.from({ length: 500 }, chance).filter((one) => one < 0.2).length, 500);
    const wrong = Array.from({ length: 1_000 }, () => significanceOf(drawn(), drawn())).filter(
      ({ verdict }) => verdict !== 'no_difference',
    );
    expect(wrong.length).toBeGreaterThan(20);
    expect(wrong.length).toBeLessThan(80);
  });
});
