import { type AbVerdict, LEAST_TESTED } from '@linkway/contracts';

/** What a variant came to. */
export interface Counted {
  readonly people: number;
  /** Of these people. */
  readonly conversions: number;
}

export interface Significance {
  /** The rate of b by that of a, less 1; null where a has none. */
  uplift: number | null;
  /** How often chance alone would make such a difference or a larger one, where there is none; null: there is not enough to say. */
  p_value: number | null;
  verdict: Exclude<AbVerdict, 'no_goal'>;
}

/** What may be called a difference. */
const ALPHA = 0.05;
/** Conversions, and people without, that each variant would have if there were no difference: with fewer the normal distribution is none. */
const LEAST_EXPECTED = 5;

/** The two-sided z-test of two proportions with their pooled variance. */
export function significanceOf(a: Counted, b: Counted): Significance {
  const [rateA, rateB] = [rateOf(a) ?? 0, rateOf(b) ?? 0];
  const uplift = rateA > 0 && b.people > 0 ? rateB / rateA - 1 : null;
  const smaller = Math.min(a.people, b.people);
  const pooled = (a.conversions + b.conversions) / Math.max(1, a.people + b.people);
  const isEnough = smaller >= LEAST_TESTED && smaller * Math.min(pooled, 1 - pooled) >= LEAST_EXPECTED;
  if (!isEnough) return { uplift, p_value: null, verdict: 'not_enough' };
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a.people + 1 / b.people));
  const p_value = twoSided((rateB - rateA) / error);
  if (p_value >= ALPHA) return { uplift, p_value, verdict: 'no_difference' };
  return { uplift, p_value, verdict: rateB > rateA ? 'b_better' : 'a_better' };
}

/** null without people. */
export const rateOf = ({ people, conversions }: Counted): number | null => (people === 0 ? null : conversions / people);

/** How likely a standard normal value is at least so far from 0. */
export const twoSided = (z: number): number => Math.min(1, erfc(Math.abs(z) / Math.SQRT2));

/** Of Numerical Recipes (`erfcc`): a Chebyshev fit with a relative error below 1.2e-7 everywhere. */
const FIT = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
  0.17087277,
];

function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  return t * Math.exp(FIT.reduceRight((sum, coefficient) => sum * t + coefficient, 0) - x * x);
}
