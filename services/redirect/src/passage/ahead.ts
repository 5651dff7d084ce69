import type { Route } from '@linkway/contracts';
import { isOpen, variantOfRule } from '../ab-test/variant.js';
import type { Decision } from '../decision/decision.js';
import type { Ahead } from '../page/ahead-page.js';
import { withQuery } from './query-passing.js';

type Open = Extract<Decision, { outcome: 'redirect' | 'password' }>;

/** What is told of where a link leads. `query`: of the visit, which goes on with it. */
export function aheadOf(decision: Open, query: string): Ahead {
  const { route } = decision;
  const passing = route.query_passing ?? 'off';
  return {
    destinations: destinationsOf(decision).map((each) => withQuery(each, query, passing, true)),
    depends: decision.outcome === 'redirect' && !decision.isOver && isTargeted(route),
    madeAt: timeOf(route.link_id),
    code: route.code,
    address: route.domain_name === null ? '' : `${route.domain_name}/${route.code}`,
  };
}

/** Whom a test leads where is not told: both are. */
function destinationsOf(decision: Open): string[] {
  if (decision.outcome !== 'redirect') return [];
  const { destination, rule, isOver } = decision;
  const { ab_test: test, original_url } = decision.route;
  const isTested = !isOver && (rule === 'default' || variantOfRule(rule) !== null);
  return isTested && test && isOpen(test) ? [original_url, test.url_b] : [destination];
}

const isTargeted = ({ rules, location_targeting, system_targeting, device_targeting }: Route): boolean =>
  Boolean(rules || location_targeting || system_targeting || device_targeting);

/** Ids of links are UUIDs of version 7, which begin with the milliseconds of when they were made (RFC 9562 5.7). */
function timeOf(id: string): Date | null {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}
