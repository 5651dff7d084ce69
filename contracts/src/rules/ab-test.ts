/** Percent of the people who take part that are led to URL B, unless told. */
export const DEFAULT_PERCENT_B = 50;

export const isPercent = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 100;

/** People whom each variant has to have before its result says anything. */
export const LEAST_TESTED = 100;
/** Results look back so many days at most. */
export const MOST_TEST_DAYS = 90;

/** What a test's results come to. */
export const abVerdicts = ['no_goal', 'not_enough', 'no_difference', 'a_better', 'b_better'] as const;
export type AbVerdict = (typeof abVerdicts)[number];
