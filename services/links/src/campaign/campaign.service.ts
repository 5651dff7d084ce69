import { isDeepStrictEqual } from 'node:util';
import {
  type Campaign,
  type CampaignName,
  type CampaignSummary,
  campaignDatesFault,
  campaignSchema,
  type changeCampaignRpc,
  type createCampaignRpc,
  currencies,
  type ListCampaignNamesQuery,
  type listCampaignsRpc,
  type MemberCaller,
  MOST_CAMPAIGNS,
  type Pages,
  type RpcInput,
} from '@linkway/contracts';
import { AppError, fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { requireAsExpected } from '../as-expected.js';
import { ClickOrderRepository } from '../click-order/click-order.repository.js';
import { author } from '../history/changed-by.js';
import { IdempotencyService, type Repeatable } from '../idempotency/idempotency.service.js';
import {
  CampaignRepository,
  type CampaignValues,
  type CountedCampaign,
  type FiguredCampaign,
} from './campaign.repository.js';
import { CampaignClearing } from './campaign-clearing.js';

/** Campaigns of a workspace. An unknown one, a deleted one and another workspace's are `campaigns.not_found` alike. */
@Injectable()
export class CampaignService {
  constructor(
    private readonly campaigns: CampaignRepository,
    private readonly clearing: CampaignClearing,
    private readonly clicks: ClickOrderRepository,
    private readonly idempotency: IdempotencyService,
  ) {}

  async list(
    query: RpcInput<typeof listCampaignsRpc>,
    { workspace_id }: MemberCaller,
  ): Promise<{ data: Campaign[]; pagination: Pages; summary: CampaignSummary }> {
    const { page, limit } = query;
    // Before the figures are read: what is counted afterwards can only be newer.
    const asOf = await this.clicks.asOf();
    const counted = await this.campaigns.counted(workspace_id);
    const { campaigns, total } = await this.campaigns.page(workspace_id, query, counted);
    const pagination = { page, limit, total, total_pages: Math.ceil(total / limit) };
    return { data: campaigns.map((campaign) => view(campaign, asOf)), pagination, summary: summaryOf(counted) };
  }

  names({ ids, ...query }: ListCampaignNamesQuery, { workspace_id }: MemberCaller): Promise<CampaignName[]> {
    return this.campaigns.names(workspace_id, { ...query, ids: ids?.split(',') });
  }

  /** Throws `campaigns.not_found`. */
  async get(id: string, { workspace_id }: MemberCaller): Promise<Campaign> {
    const asOf = await this.clicks.asOf();
    return view(found(await this.campaigns.find(workspace_id, id)), asOf);
  }

  /** Throws `campaigns.dates_order`, `campaigns.limit_reached`. */
  async create(
    { idempotency_key: key, ...input }: RpcInput<typeof createCampaignRpc>,
    { workspace_id, user_id }: MemberCaller,
  ): Promise<Campaign> {
    const reply = campaignSchema;
    const repeatable: Repeatable<typeof reply> = {
      scope: `workspace:${workspace_id}`,
      key,
      request: { campaign: input },
      password: undefined,
      reply,
    };
    const earlier = await this.idempotency.earlier(repeatable);
    if (earlier) return earlier;
    requireOrder(input, 'end_date');
    const asOf = await this.clicks.asOf();
    return this.idempotency.once(repeatable, null, async (manager) => {
      await this.campaigns.takeTurn(workspace_id, manager);
      if (await this.campaigns.isFull(workspace_id, manager))
        throw new AppError('campaigns.limit_reached', { limit: MOST_CAMPAIGNS });
      const row = await this.campaigns.add({ ...input, workspace_id, user_id, id: uuidv7() }, manager);
      return view({ ...row, links_count: 0, clicks_count: 0 }, asOf);
    });
  }

  /** Throws `campaigns.not_found`, `campaigns.dates_order`, `request.changed_meanwhile`. */
  async change(
    { id, expected = {}, ...change }: RpcInput<typeof changeCampaignRpc>,
    caller: MemberCaller,
  ): Promise<Campaign> {
    const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const isThere = await this.campaigns.change(caller.workspace_id, id, (former) => {
      requireAsExpected({ ...former }, expected, (name) =>
        isDeepStrictEqual(former[name as keyof CampaignValues], sent[name]),
      );
      const next = { ...former, ...sent };
      requireOrder(next, change.end_date === undefined ? 'start_date' : 'end_date');
      return next;
    });
    if (!isThere) throw new AppError('campaigns.not_found');
    return this.get(id, caller);
  }

  /** Its links stay. Throws `campaigns.not_found`. */
  async delete(id: string, { workspace_id }: MemberCaller): Promise<void> {
    const by = author();
    if (!(await this.campaigns.markDeleted(workspace_id, id, by))) throw new AppError('campaigns.not_found');
    await this.clearing.begin({ workspace_id, id, deleted_by: by });
  }
}

function found<T>(campaign: T | null): T {
  if (campaign === null) throw new AppError('campaigns.not_found');
  return campaign;
}

function requireOrder(
  { start_date, end_date }: { start_date: string; end_date: string },
  field: 'start_date' | 'end_date',
): void {
  const fault = campaignDatesFault(start_date, end_date);
  if (fault) throw fieldError(field, fault);
}

function summaryOf(campaigns: readonly CountedCampaign[]): CampaignSummary {
  const sum = (valueOf: (campaign: CountedCampaign) => number) =>
    campaigns.reduce((total, campaign) => total + valueOf(campaign), 0);
  const budgets = currencies.map((currency) => ({
    currency,
    budget: sum((campaign) => (campaign.currency === currency ? campaign.budget : 0)),
  }));
  return {
    campaigns: campaigns.length,
    active: sum(({ status }) => (status === 'active' ? 1 : 0)),
    links_count: sum(({ links_count }) => links_count),
    clicks_count: sum(({ clicks_count }) => clicks_count),
    budgets: budgets.filter(({ budget }) => budget > 0),
  };
}

const view = ({ created_at, updated_at, ...campaign }: FiguredCampaign, asOf: Date | null): Campaign => ({
  ...campaign,
  team_id: null,
  clicks_as_of: asOf && asOf.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});
