import type { AbTest, NewAbTest } from '@linkway/contracts';
import type { Link } from '../link/link.entity.js';

/** Without what the service adds to it: since when a test goes on is no choice of the owner. */
export const chosenOf = ({ url_b, percent_b, sticky, goal_link_id }: NewAbTest | AbTest): NewAbTest => ({
  url_b,
  percent_b,
  sticky,
  goal_link_id,
});

type Tested = Pick<Link, 'original_url' | 'ab_test'>;

/**
 * The test that a link has from now on. It begins anew with whatever could lead people elsewhere: results before and after that cannot be
 * added up. The goal leads nobody, and what it was before can be counted by another one as well.
 */
export function begun(
  next: { original_url: string; ab_test: NewAbTest | AbTest | null },
  before: Tested | null,
  now: Date,
): AbTest | null {
  if (next.ab_test === null) return null;
  const test = chosenOf(next.ab_test);
  const known = before?.ab_test;
  const goesOn =
    known &&
    before.original_url === next.original_url &&
    known.url_b === test.url_b &&
    known.percent_b === test.percent_b &&
    known.sticky === test.sticky;
  return { ...test, since: goesOn ? known.since : now.toISOString() };
}
