import { PLAN_MONTHLY_LINKS, type UpdateUser } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';
import type { User } from '../user/user.entity.js';

/** What an administrator decides of an account. */
export interface Standing {
  role: User['role'];
  status: User['status'];
  subscription_type: User['profile']['subscription_type'];
  monthly_links_limit: number;
  subscription_end_date: Date | null;
}

export const standingOf = ({ role, status, profile }: User): Standing => ({
  role,
  status,
  subscription_type: profile.subscription_type,
  monthly_links_limit: profile.monthly_links_limit,
  subscription_end_date: profile.subscription_end_date,
});

/** What becomes of it; null: it is so already. Throws `users.subscription_end_date_basic`, `users.subscription_end_date_past`. */
export function changedStanding(now: Standing, sent: UpdateUser, at = Date.now()): Standing | null {
  const subscription_type = sent.subscription_type ?? now.subscription_type;
  const isOtherPlan = subscription_type !== now.subscription_type;
  const limit = isOtherPlan ? PLAN_MONTHLY_LINKS[subscription_type] : now.monthly_links_limit;
  const next: Standing = {
    role: sent.role ?? now.role,
    status: sent.status ?? now.status,
    subscription_type,
    monthly_links_limit: sent.monthly_links_limit ?? limit,
    subscription_end_date: endDate(now, sent, subscription_type),
  };
  if (isOver(next, at) && !isSameEnd(now, next)) {
    throw fieldError('subscription_end_date', 'users.subscription_end_date_past');
  }
  return isSame(now, next) ? null : next;
}

/** Basic has none: with the plan its date leaves. */
function endDate(now: Standing, sent: UpdateUser, plan: Standing['subscription_type']): Date | null {
  const { subscription_end_date: date } = sent;
  if (plan === 'premium') return date === undefined ? now.subscription_end_date : dateOf(date);
  if (date) throw fieldError('subscription_end_date', 'users.subscription_end_date_basic');
  return null;
}

const dateOf = (date: string | null): Date | null => (date === null ? null : new Date(date));

const isOver = ({ subscription_end_date: end }: Standing, at: number): boolean => end !== null && end.getTime() <= at;

const isSameEnd = (one: Standing, other: Standing): boolean =>
  one.subscription_end_date?.getTime() === other.subscription_end_date?.getTime();

const isSame = (one: Standing, other: Standing): boolean =>
  one.role === other.role &&
  one.status === other.status &&
  one.subscription_type === other.subscription_type &&
  one.monthly_links_limit === other.monthly_links_limit &&
  isSameEnd(one, other);

export const isActiveAdmin = ({ role, status }: Pick<Standing, 'role' | 'status'>): boolean =>
  role === 'admin' && status === 'active';
