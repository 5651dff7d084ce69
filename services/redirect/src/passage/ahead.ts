import type { Route } from '@linkway/contracts';
import type { Decision } from '../decision/decision.js';
import type { Ahead } from '../page/ahead-page.js';
import { withQuery } from './query-passing.js';

type Open = Extract<Decision, { outcome: 'redirect' | 'password' }>;

/** What is told of where a link leads. `query`: of the visit, which goes on with it. */
export function aheadOf(decision: Open, query: string): Ahead {
  const { route } = decision;
  const passing = route.query_passing ?? 'off';
  return {
    destination: decision.outcome === 'redirect' ? withQuery(decision.destination, query, passing, true) : null,
    depends: decision.outcome === 'redirect' && !decision.isOver && isTargeted(route),
    madeAt: timeOf(route.link_id),
    code: route.code,
  };
}

const isTargeted = ({ rules, location_targeting, system_targeting, device_targeting }: Route): boolean =>
  Boolean(rules || location_targeting || system_targeting || device_targeting);

/** Ids of links are UUIDs of version 7, which begin with the milliseconds of when they were made (RFC 9562 5.7). */
function timeOf(id: string): Date | null {
  return id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null;
}
