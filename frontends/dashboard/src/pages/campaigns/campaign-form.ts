import {
  type CampaignStatus,
  type Currency,
  campaignDatesFault,
  MAX_CAMPAIGN_NAME_LENGTH,
} from '@linkway/contracts/rules';
import type { Campaign, ChangeCampaign, CreateCampaign } from '@linkway/kit/api';
import { isDay } from '@linkway/kit/ui/date';
import { changedSince, type ErrorCode } from '@linkway/kit/ui/form';
import { amountText, readAmount } from './money';

export interface CampaignValues {
  name: string;
  description: string;
  status: CampaignStatus;
  /** yyyy-MM-dd, or what was typed and is no day. */
  start_date: string | null;
  end_date: string | null;
  target_audience: string;
  /** As it is typed, in units of the currency. */
  budget: string;
  currency: Currency;
}

/** What is typed together or not at all. */
export const AMOUNT = ['budget', 'currency'] as const;

export const emptyCampaign: CampaignValues = {
  name: '',
  description: '',
  status: 'draft',
  start_date: null,
  end_date: null,
  target_audience: '',
  budget: '',
  currency: 'USD',
};

export const valuesOf = ({ budget, currency, ...campaign }: Campaign): CampaignValues => ({
  name: campaign.name,
  description: campaign.description,
  status: campaign.status,
  start_date: campaign.start_date,
  end_date: campaign.end_date,
  target_audience: campaign.target_audience,
  budget: amountText(budget, currency),
  currency,
});

/** Of a form without a fault. */
export function sentOf({ budget, currency, ...values }: CampaignValues): Required<CreateCampaign> {
  const minor = readAmount(budget, currency);
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    status: values.status,
    start_date: values.start_date ?? '',
    end_date: values.end_date ?? '',
    target_audience: values.target_audience.trim(),
    budget: typeof minor === 'number' ? minor : 0,
    currency,
  };
}

/** What is otherwise than it was. An amount and its currency say something together alone. */
export function changesOf(campaign: Campaign, values: CampaignValues): ChangeCampaign {
  const sent = sentOf(values);
  const changes = changedSince<ChangeCampaign>(sentOf(valuesOf(campaign)), sent);
  const isOther = changes.budget !== undefined || changes.currency !== undefined;
  return { ...changes, ...(isOther && { budget: sent.budget, currency: sent.currency }) };
}

/** What the fields that are changed are, as this page has read them: who changed one of them meanwhile is not overwritten unseen. */
export const expectedOf = (campaign: Campaign, changes: ChangeCampaign): ChangeCampaign['expected'] =>
  Object.fromEntries(
    Object.keys(changes).map((name) => [name, campaign[name as keyof ChangeCampaign & keyof Campaign]]),
  );

export function nameFault(text: string): ErrorCode | null {
  const name = text.trim();
  if (name === '') return 'campaigns.name_required';
  return lengthFault(MAX_CAMPAIGN_NAME_LENGTH)(name);
}

export const lengthFault =
  (max: number) =>
  (text: string): ErrorCode | null =>
    text.trim().length > max ? 'request.field_too_long' : null;

/** The first day that is kept: all before is typed by mistake. */
const EARLIEST = '1970-01-01';

export function dayFault(day: string | null): ErrorCode | null {
  if (day === null) return 'campaigns.dates_required';
  return isDay(day) && day >= EARLIEST ? null : 'campaigns.date_invalid';
}

/** Of an end beside a start that is judged by itself. */
export const orderFault = (start: string | null, end: string | null): ErrorCode | null =>
  dayFault(start) === null && dayFault(end) === null ? campaignDatesFault(start as string, end as string) : null;
