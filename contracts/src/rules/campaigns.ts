/** Of a workspace. */
export const MOST_CAMPAIGNS = 1_000;
export const MAX_CAMPAIGN_NAME_LENGTH = 100;
export const MAX_TARGET_AUDIENCE_LENGTH = 500;

export const campaignStatuses = ['draft', 'active', 'paused', 'completed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** What the toggle makes of a campaign: one that runs is paused, any other runs. */
export const toggledStatus = (status: CampaignStatus): CampaignStatus => (status === 'active' ? 'paused' : 'active');

/** Currencies of budgets, each with the decimal places that its amounts have. */
export const currencyDecimals = { USD: 2, EUR: 2, VND: 0 } as const;
export type Currency = keyof typeof currencyDecimals;
export const currencies = Object.keys(currencyDecimals) as [Currency, ...Currency[]];

/** In minor units: what a number of JSON and of a browser holds exactly, a thousand times. */
export const MAX_BUDGET = 9_000_000_000_000;

/** Days as YYYY-MM-DD, which are in order as texts; both are the campaign's. */
export const campaignDatesFault = (startDate: string, endDate: string): 'campaigns.dates_order' | null =>
  endDate < startDate ? 'campaigns.dates_order' : null;

/** Of an amount for so many, in minor units of the currency and unrounded; null: there are none. */
export const costPer = (amount: number, count: number): number | null => (count === 0 ? null : amount / count);
