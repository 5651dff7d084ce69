import { DEFAULT_PERCENT_B } from '@linkway/contracts/rules';
import type { Link, NewAbTest } from '@linkway/kit/api';
import { readNumber } from './typed-number';

/** What the form holds of a test; all of it stays while it is off. */
export interface AbTestValues {
  on: boolean;
  url_b: string;
  /** As it is typed. */
  percent_b: string;
  sticky: boolean;
  goal_link_id: string | null;
}

export const abTestOf = (test: Link['ab_test']): AbTestValues => ({
  on: Boolean(test),
  url_b: test?.url_b ?? '',
  percent_b: String(test?.percent_b ?? DEFAULT_PERCENT_B),
  sticky: test?.sticky ?? false,
  goal_link_id: test?.goal_link_id ?? null,
});

/** A number that is none is sent as one that the API refuses. */
export const abTestSent = ({ on, url_b, percent_b, sticky, goal_link_id }: AbTestValues): NewAbTest | null =>
  on ? { url_b: url_b.trim(), percent_b: readNumber(percent_b) ?? -1, sticky, goal_link_id } : null;
