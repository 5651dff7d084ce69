import { type AbTest, type AbTestResults, LEAST_TESTED, type Link, MOST_TEST_DAYS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { dayOf, startOfDay } from '../query/days.js';
import { AbTestRepository } from './ab-test.repository.js';
import { rateOf, significanceOf } from './significance.js';

const DAY_MS = 86_400_000;

interface Asked {
  workspace: string;
  link: Pick<Link, 'id' | 'original_url'> & { ab_test: AbTest };
  /** null: the test has none, or it is not there any more. */
  goal: Pick<Link, 'short_url' | 'title'> | null;
}

@Injectable()
export class AbTestService {
  constructor(private readonly tests: AbTestRepository) {}

  /** Throws `service.unavailable`, `service.timeout`. */
  async results({ workspace, link, goal }: Asked): Promise<AbTestResults> {
    const { url_b, percent_b, goal_link_id, since } = link.ab_test;
    const now = Date.now();
    const from = Math.max(Date.parse(since), startOfDay(dayOf(now)) - (MOST_TEST_DAYS - 1) * DAY_MS);
    const { a, b } = await this.tests.counts({ workspaceId: workspace, linkId: link.id, goalId: goal_link_id, from });
    const told = (counts: typeof a) => ({ ...counts, rate: goal_link_id === null ? null : rateOf(counts) });
    const tested =
      goal_link_id === null ? { uplift: null, p_value: null, verdict: 'no_goal' as const } : significanceOf(a, b);
    return {
      since,
      from: new Date(from).toISOString(),
      to: new Date(now).toISOString(),
      goal_link_id,
      goal: goal && { short_url: goal.short_url, title: goal.title },
      variants: [
        { variant: 'a', url: link.original_url, percent: 100 - percent_b, ...told(a) },
        { variant: 'b', url: url_b, percent: percent_b, ...told(b) },
      ],
      ...tested,
      least_people: LEAST_TESTED,
    };
  }
}
