import { PLAN_MONTHLY_LINKS } from '@linkway/contracts/rules';
import type { AdminUser, UpdateUser } from '@linkway/kit/api';
import { isTime } from '@linkway/kit/ui/date';

/** What is typed of a plan. */
export interface PlanValues {
  subscription_type: AdminUser['subscription_type'];
  monthly_links_limit: string;
  /** A time, or what was typed and is none; null: without end. */
  subscription_end_date: string | null;
}

type Plan = Pick<AdminUser, keyof PlanValues>;

export const planOf = ({ subscription_type, monthly_links_limit, subscription_end_date }: Plan): PlanValues => ({
  subscription_type,
  monthly_links_limit: String(monthly_links_limit),
  subscription_end_date,
});

/** What a plan brings: the one that is in force its own limit, another one the usual. */
export const limitOf = (user: Plan, plan: Plan['subscription_type']): string =>
  String(plan === user.subscription_type ? user.monthly_links_limit : PLAN_MONTHLY_LINKS[plan]);

/** What is wrong with an end; the one that is in force may lie in the past. `said`: the texts of what it may be. */
export function endFault(end: string | null, user: Plan, said: { unreadable: string; past: string }): string | null {
  if (!end || end === user.subscription_end_date) return null;
  if (!isTime(end)) return said.unreadable;
  return Date.parse(end) > Date.now() ? null : said.past;
}

/** What is sent. A basic plan has no end. */
export function changesOf(user: Plan, values: PlanValues): UpdateUser {
  const { subscription_type, subscription_end_date } = values;
  const isOther = subscription_type !== user.subscription_type;
  const limit = Number(values.monthly_links_limit);
  return {
    ...(isOther && { subscription_type }),
    ...((isOther || limit !== user.monthly_links_limit) && { monthly_links_limit: limit }),
    ...(subscription_type === 'premium' &&
      subscription_end_date !== user.subscription_end_date && { subscription_end_date }),
  };
}
