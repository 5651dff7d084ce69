import type { Profile } from './profile.entity.js';

/** Whether a plan is premium now; one that has ended is not. */
export const isPremium = (
  { subscription_type, subscription_end_date }: Pick<Profile, 'subscription_type' | 'subscription_end_date'>,
  now = Date.now(),
): boolean =>
  subscription_type === 'premium' && (subscription_end_date === null || subscription_end_date.getTime() > now);
