import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { expectedOf } from '../fields/expected.js';
import {
  campaignStatuses,
  currencies,
  MAX_BUDGET,
  MAX_CAMPAIGN_NAME_LENGTH,
  MAX_TARGET_AUDIENCE_LENGTH,
  MOST_CAMPAIGNS,
} from '../rules/campaigns.js';
import { MAX_DESCRIPTION_LENGTH, MAX_SEARCH_LENGTH } from '../rules/links.js';
import { idSchema, isStorableTime, lineOfText, linesOfText, timestampSchema } from '../text.js';
import { pageQuery, pagesSchema } from './pages.js';

const MOST_NAMES = 100;

const name = lineOfText(MAX_CAMPAIGN_NAME_LENGTH).min(1, { error: 'campaigns.name_required' });
const day = z.iso
  .date({
    error: ({ input }) => (input === undefined || input === '' ? 'campaigns.dates_required' : 'campaigns.date_invalid'),
    abort: true,
  })
  .refine((date) => isStorableTime(`${date}T00:00:00Z`), { error: 'campaigns.date_invalid' });
const status = z.enum(campaignStatuses, { error: 'campaigns.status_invalid' });
const currency = z.enum(currencies, { error: 'campaigns.currency_invalid' });
const budget = z
  .int({ error: 'campaigns.budget_invalid' })
  .min(0, { error: 'campaigns.budget_invalid' })
  .max(MAX_BUDGET, { error: 'campaigns.budget_invalid' })
  .describe('In minor units of the currency: cents of USD and EUR, dong of VND.');
const description = linesOfText(MAX_DESCRIPTION_LENGTH);
const targetAudience = linesOfText(MAX_TARGET_AUDIENCE_LENGTH);

export const campaignSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    team_id: z.uuid().nullable().describe('null: nobody shares it.'),
    status: z.enum(campaignStatuses).describe('For those who look at it: links of a paused one open as before.'),
    start_date: z.iso.date(),
    end_date: z.iso.date().describe('The last day; it is not before start_date.'),
    target_audience: z.string(),
    budget: z.int().describe('In minor units of the currency: cents of USD and EUR, dong of VND.'),
    currency: z.enum(currencies),
    links_count: z.int().describe('Links that are in it, paused and expired ones too.'),
    clicks_count: z.int().describe('All clicks of people on those links, as they were at clicks_as_of.'),
    clicks_as_of: timestampSchema
      .nullable()
      .describe('null: they are being counted for the first time, and some may be missing.'),
    user_id: z.uuid().describe('Who made it.'),
    workspace_id: z.uuid(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof campaignSchema>;

export const campaignSummarySchema = z
  .object({
    campaigns: z.int(),
    active: z.int().describe('Of status active.'),
    links_count: z.int(),
    clicks_count: z.int(),
    budgets: z
      .array(z.object({ currency: z.enum(currencies), budget: z.int() }))
      .describe('By currency; one that no campaign has is absent.'),
  })
  .meta({ id: 'CampaignSummary' });
export type CampaignSummary = z.output<typeof campaignSummarySchema>;

export const campaignNameSchema = campaignSchema
  .pick({ id: true, name: true, status: true })
  .meta({ id: 'CampaignName' });
export type CampaignName = z.output<typeof campaignNameSchema>;

export const createCampaignSchema = z
  .strictObject({
    name,
    description: description.default(''),
    status: status.default('draft'),
    start_date: day,
    end_date: day,
    target_audience: targetAudience.default(''),
    budget: budget.default(0),
    currency: currency.default('USD'),
  })
  .meta({ id: 'CreateCampaign' });
export type CreateCampaign = z.output<typeof createCampaignSchema>;

export const changeCampaignSchema = z
  .strictObject({
    name,
    description,
    status,
    start_date: day,
    end_date: day,
    target_audience: targetAudience,
    budget,
    currency,
    expected: expectedOf(
      campaignSchema.pick({
        name: true,
        description: true,
        status: true,
        start_date: true,
        end_date: true,
        target_audience: true,
        budget: true,
        currency: true,
      }).shape,
    ),
  })
  .partial()
  .meta({ id: 'ChangeCampaign' });
export type ChangeCampaign = z.output<typeof changeCampaignSchema>;

const search = lineOfText(MAX_SEARCH_LENGTH).optional().describe('In the name, whatever its case and marks.');
export const listCampaignsQuerySchema = pageQuery.extend({
  search,
  status: z.enum(campaignStatuses).optional(),
  sort: z.enum(['newest', 'oldest', 'name', 'most_clicks']).default('newest'),
});
export type ListCampaignsQuery = z.output<typeof listCampaignsQuerySchema>;

const idsSchema = z.array(idSchema).max(MOST_NAMES);
export const listCampaignNamesQuerySchema = z.object({
  search,
  ids: z
    .string({ error: 'request.field_type' })
    // Text still: what is passed on is judged by the service as well.
    .refine((ids) => idsSchema.safeParse(ids.split(',')).success, { error: 'request.field_type' })
    .optional()
    .describe(`Those of these ids, separated by commas, ${MOST_NAMES} at most; one that is not there is absent.`),
  limit: z.coerce.number().int().min(1).max(MOST_NAMES).default(MOST_NAMES),
});
export type ListCampaignNamesQuery = z.output<typeof listCampaignNamesQuerySchema>;

const params = z.object({ id: idSchema });
const ofCampaigns = { tag: 'links', auth: 'session', scopes: 'refused' } as const;

export const listCampaigns = defineEndpoint({
  ...ofCampaigns,
  operationId: 'listCampaigns',
  method: 'get',
  path: '/api/campaigns',
  summary: `Campaigns of the workspace, with what their links did; ${MOST_CAMPAIGNS} at most`,
  permission: 'links:read',
  query: listCampaignsQuerySchema,
  success: {
    status: 200,
    body: z.object({
      data: z.array(campaignSchema),
      pagination: pagesSchema,
      summary: campaignSummarySchema.describe('Of all campaigns, whatever the list is limited to.'),
    }),
    description: 'One page of them',
  },
  errors: ['auth.unauthenticated', 'request.invalid'],
  forward: { to: 'qry.links.campaigns.v1' },
});
export const listCampaignsRpc = forwardedRpc(listCampaigns);

export const listCampaignNames = defineEndpoint({
  ...ofCampaigns,
  operationId: 'listCampaignNames',
  method: 'get',
  path: '/api/campaign-names',
  summary:
    'What campaigns are called, the newest first: to choose one, or to name those of links; their links are not counted for it',
  permission: 'links:read',
  query: listCampaignNamesQuerySchema,
  success: { status: 200, body: z.object({ data: z.array(campaignNameSchema) }), description: 'Their names' },
  errors: ['auth.unauthenticated', 'request.invalid'],
  forward: { to: 'qry.links.campaign-names.v1' },
});
export const listCampaignNamesRpc = forwardedRpc(listCampaignNames);

export const getCampaign = defineEndpoint({
  ...ofCampaigns,
  operationId: 'getCampaign',
  method: 'get',
  path: '/api/campaigns/{id}',
  summary: 'One campaign; its links are listed by GET /api/links?campaign_id={id}',
  permission: 'links:read',
  params,
  success: { status: 200, body: campaignSchema, description: 'The campaign' },
  errors: ['auth.unauthenticated', 'request.invalid', 'campaigns.not_found'],
  forward: { to: 'qry.links.campaign.v1' },
});
export const getCampaignRpc = forwardedRpc(getCampaign);

const faults = [
  'request.invalid',
  'campaigns.name_required',
  'campaigns.dates_required',
  'campaigns.date_invalid',
  'campaigns.dates_order',
  'campaigns.status_invalid',
  'campaigns.budget_invalid',
  'campaigns.currency_invalid',
] as const;

export const createCampaign = defineEndpoint({
  ...ofCampaigns,
  operationId: 'createCampaign',
  method: 'post',
  path: '/api/campaigns',
  summary: 'Begin a campaign; links are put into it by their campaign_id',
  permission: 'links:write',
  body: createCampaignSchema,
  success: { status: 201, body: campaignSchema, description: 'The campaign' },
  errors: ['auth.unauthenticated', ...faults, 'request.idempotency_mismatch', 'campaigns.limit_reached'],
  forward: { to: 'cmd.links.create-campaign.v1', withIdempotencyKey: true },
});
export const createCampaignRpc = forwardedRpc(createCampaign);

export const changeCampaign = defineEndpoint({
  ...ofCampaigns,
  operationId: 'changeCampaign',
  method: 'patch',
  path: '/api/campaigns/{id}',
  summary: 'Change a campaign; fields that are not sent stay as they are',
  permission: 'links:write',
  params,
  body: changeCampaignSchema,
  success: { status: 200, body: campaignSchema, description: 'The campaign as it is now' },
  errors: ['auth.unauthenticated', ...faults, 'campaigns.not_found', 'request.changed_meanwhile'],
  forward: { to: 'cmd.links.change-campaign.v1' },
});
export const changeCampaignRpc = forwardedRpc(changeCampaign);

export const deleteCampaign = defineEndpoint({
  ...ofCampaigns,
  operationId: 'deleteCampaign',
  method: 'delete',
  path: '/api/campaigns/{id}',
  summary: 'Delete a campaign; its links stay, in no campaign',
  permission: 'links:write',
  params,
  success: { status: 204, description: 'Deleted; of very many links the last ones leave it a little later' },
  errors: ['auth.unauthenticated', 'campaigns.not_found'],
  forward: { to: 'cmd.links.delete-campaign.v1' },
});
export const deleteCampaignRpc = forwardedRpc(deleteCampaign);
