import type { AuditAction, AuditDetails } from '@linkway/contracts';
import type { Standing } from './user-changes.js';

interface StandingAct {
  action: AuditAction;
  details: AuditDetails;
}

/** What the audit log is told of a change: role, status and plan each for itself. */
export function actsOf(now: Standing, next: Standing): StandingAct[] {
  const acts: StandingAct[] = [];
  if (now.role !== next.role) acts.push({ action: 'user.role_changed', details: { from: now.role, to: next.role } });
  if (now.status !== next.status) {
    acts.push({ action: 'user.status_changed', details: { from: now.status, to: next.status } });
  }
  const plan = planDetails(now, next);
  if (Object.keys(plan).length > 0) acts.push({ action: 'user.plan_changed', details: plan });
  return acts;
}

export function planDetails(now: Standing, next: Standing): AuditDetails {
  const [from, to] = [planOf(now), planOf(next)];
  const changed = (Object.keys(to) as (keyof typeof to)[]).filter((field) => from[field] !== to[field]);
  return Object.fromEntries(
    changed.flatMap((field) => [
      [`${field}_from`, from[field]],
      [`${field}_to`, to[field]],
    ]),
  );
}

const planOf = ({ subscription_type, monthly_links_limit, subscription_end_date }: Standing) => ({
  subscription_type,
  monthly_links_limit,
  subscription_end_date: subscription_end_date?.toISOString() ?? null,
});
