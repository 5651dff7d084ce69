import { describe, expect, it } from '@jest/globals';
import { createCampaignSchema } from '../src/http/campaigns.js';
import { campaignDatesFault, campaignStatuses, costPer, MAX_BUDGET, toggledStatus } from '../src/rules/index.js';

describe('a campaign', () => {
  it('is paused by the toggle while it runs, and runs by it otherwise', () => {
    expect(campaignStatuses.map(toggledStatus)).toEqual(['active', 'paused', 'active', 'active']);
  });

  it('may last one day, and does not end before it begins', () => {
    expect(campaignDatesFault('2026-06-01', '2026-06-01')).toBeNull();
    expect(campaignDatesFault('2026-06-01', '2026-05-31')).toBe('campaigns.dates_order');
    expect(campaignDatesFault('0999-12-31', '1000-01-01')).toBeNull();
  });

  it('costs nothing that could be told for each of none', () => {
    expect(costPer(1_000, 3)).toBeCloseTo(333.333);
    expect(costPer(0, 3)).toBe(0);
    expect(costPer(1_000, 0)).toBeNull();
  });

  it('has budgets that a double and a column of 64 bits hold, a thousand of them in all', () => {
    expect(Number.isSafeInteger(MAX_BUDGET * 1_000)).toBe(true);
    const sent = { name: 'Summer', start_date: '2026-06-01', end_date: '2026-08-31', budget: MAX_BUDGET };
    expect(createCampaignSchema.parse(sent)).toMatchObject({ status: 'draft', currency: 'USD', budget: MAX_BUDGET });
    expect(createCampaignSchema.safeParse({ ...sent, team_id: null }).success).toBe(false);
  });
});
