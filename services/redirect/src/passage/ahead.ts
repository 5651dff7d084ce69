import type { Route } from '@linkway/contracts';
import type { System } from '@linkway/platform/visitor';
import { isOpen, variantOfRule } from '../ab-test/variant.js';
import type { Decision } from '../decision/decision.js';
import type { Ahead } from '../page/ahead-page.js';
import { appOf } from '../visit/page-before.js';
import { withQuery } from './query-passing.js';

type Open = Extract<Decision, { outcome: 'redirect' | 'password' }>;

/** What is told of where a link leads. `query`: of the visit, which goes on with it; `system`: only called where the link opens apps. */
export function aheadOf(decision: Open, query: string, system: () => System | null): Ahead {
  const { route } = decision;
  const passing = route.query_passing ?? 'off';
  return {
    destinations: destinationsOf(decision).map((each) => withQuery(each, query, passing, true)),
    app: isUnderWay(decision) ? appOf(route, system) : null,
    depends: isUnderWay(decision) && isTargeted(route),
    madeAt: timeOf(route.link_id),
    code: route.code,
    address: route.domain_name === null ? '' : `${route.domain_name}/${route.code}`,
  };
}

const isUnderWay = (decision: Open): boolean => decision.outcome === 'redirect' && !decision.isOver;

/** Whom a test leads where is not told: both are. */
function destinationsOf(decision: Open): string[] {
  if (decision.outcome !== 'redirect') return [];
  const { destination, rule, isOver } = decision;
  const { ab_test: test, original_url } = decision.route;
  const isTested = !isOver && (rule === 'default' || variantOfRule(rule) !== null);
  return isTested && test && isOpen(test) ? [original_url, test.url_b] : [destination];
}

const isTargeted = ({ rules, location_targeting, system_targeting, device_targeting, deep_links }: Route): boolean =>
  Boolean(rules || location_targeting || system_targeting || device_targeting || deep_links);

/** Ids of links are UUIDs of version 7, which begin with the milliseconds of when they were made (RFC 9562 5.7). */
function timeOf(id: string): Date | null {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}
