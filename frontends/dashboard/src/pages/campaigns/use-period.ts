import type { Campaign } from '@linkway/kit/api';
import { useAmounts } from '@linkway/kit/ui';

/** The days of a campaign, the first and the last, as they are written. */
export function usePeriod(): (campaign: Pick<Campaign, 'start_date' | 'end_date'>) => string {
  const { day } = useAmounts();
  return ({ start_date, end_date }) => `${day(start_date)} – ${day(end_date)}`;
}
