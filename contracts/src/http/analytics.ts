import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { idSchema, timestampSchema } from '../text.js';

export const intervalSchema = z.enum(['hour', 'day', 'week', 'month']);
export const clickKindSchema = z.enum(['human', 'bot', 'preview', 'prefetch', 'scanner']);
export type ClickKind = z.output<typeof clickKindSchema>;

const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'analytics.date_invalid' });

/** `from` is included, `to` is not; a plain date means its first moment in `timezone`. Without them: the last 30 days, today included. */
export const rangeQuerySchema = z.object({
  from: instant.optional(),
  to: instant.optional(),
  interval: intervalSchema.optional().describe('Without it: hours for two days or less, then days, weeks, months.'),
  timezone: z.string().max(64).default('UTC').describe('IANA name'),
  kind: clickKindSchema.optional().describe('Only clicks of this kind; without it, all.'),
});
export type RangeQuery = z.output<typeof rangeQuerySchema>;

/** As the API is asked: people, unless something else is named. Between services a kind that is not there means all. */
export const peopleRangeQuerySchema = rangeQuerySchema.extend({
  kind: z
    .enum([...clickKindSchema.options, 'all'])
    .default('human')
    .describe('Only clicks of this kind: people unless told; all: of every kind.'),
});
export type PeopleRangeQuery = z.output<typeof peopleRangeQuerySchema>;

/** What the services are asked for it. */
export function rangeOfApi({ kind, ...range }: PeopleRangeQuery): RangeQuery {
  return kind === 'all' ? range : { ...range, kind };
}

export const breakdownRowSchema = z.object({
  value: z.string().describe('Empty where it is not known.'),
  clicks: z.int(),
  unique: z.int(),
});
const breakdown = z.array(breakdownRowSchema).describe('Most clicks first, at most 50.');

export const seriesPointSchema = z.object({
  time: timestampSchema.describe('Start of the bucket.'),
  clicks: z.int(),
  unique: z.int(),
});

/** Every bucket of the period is in `series`, zero where nobody clicked. */
export const analyticsSchema = z
  .object({
    from: timestampSchema,
    to: timestampSchema,
    interval: intervalSchema,
    timezone: z.string(),
    total: z.int().describe('Answered redirects, of the kind that was asked for.'),
    unique: z.int().describe('Visitors; one who comes back on another day counts again.'),
    series: z.array(seriesPointSchema),
    open_since: timestampSchema
      .nullable()
      .optional()
      .describe('Start of the first bucket that is not over: more clicks may come from here on. null: all are over.'),
    countries: breakdown,
    cities: z.array(breakdownRowSchema.extend({ country: z.string() })),
    devices: breakdown,
    browsers: breakdown,
    os: breakdown,
    referrers: breakdown,
    languages: breakdown,
    kinds: breakdown,
    utm: z.object({
      source: breakdown,
      medium: breakdown,
      campaign: breakdown,
      term: breakdown,
      content: breakdown,
    }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.output<typeof analyticsSchema>;

export const topLinkSchema = z.object({ link_id: z.uuid(), clicks: z.int(), unique: z.int() });

export const overviewSchema = analyticsSchema
  .extend({
    total_clicks: z.int().describe('Of all time, of the kind that was asked for.'),
    total_links: z.int().nullable().describe('null while the links service cannot be asked.'),
    links_this_month: z.int().nullable(),
    average_clicks_per_link: z.number().nullable().describe('One decimal.'),
    top_links: z.array(
      topLinkSchema.extend({
        short_code: z.string().nullable(),
        short_url: z.string().nullable(),
        title: z
          .string()
          .nullable()
          .describe('null where the link is not known (any more), as are the code and addresses.'),
        original_url: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Overview' });
export type Overview = z.output<typeof overviewSchema>;

const rangeErrors = [
  'auth.unauthenticated',
  'analytics.date_invalid',
  'analytics.range_invalid',
  'analytics.range_too_fine',
  'analytics.timezone_invalid',
] as const;

export const getLinkAnalytics = defineEndpoint({
  operationId: 'getLinkAnalytics',
  method: 'get',
  path: '/api/links/{id}/analytics',
  summary: 'Clicks of one link',
  tag: 'analytics',
  auth: 'session',
  permission: 'analytics:read',
  scopes: 'kept',
  params: z.object({ id: idSchema }),
  query: peopleRangeQuerySchema,
  success: { status: 200, body: analyticsSchema, description: 'Totals, series and breakdowns' },
  errors: [...rangeErrors, 'links.not_found'],
});

export const getOverview = defineEndpoint({
  operationId: 'getOverview',
  method: 'get',
  path: '/api/analytics/overview',
  summary: "Clicks of all the workspace's links",
  tag: 'analytics',
  auth: 'session',
  permission: 'analytics:read',
  scopes: 'refused',
  query: peopleRangeQuerySchema,
  success: { status: 200, body: overviewSchema, description: 'Totals, series, breakdowns and the top links' },
  errors: [...rangeErrors],
});

/** Open pages show some of a workspace's links: with more than these it is one of theirs anyway. */
export const MOST_NAMED_LINKS = 100;

/** Links of the workspace whose clicks were counted just now; null: more than are worth naming. */
export const clickedLinksSchema = z
  .object({ link_ids: z.array(z.uuid()).max(MOST_NAMED_LINKS).nullable() })
  .meta({ id: 'ClickedLinks' });
export type ClickedLinks = z.output<typeof clickedLinksSchema>;

export const followClicks = defineEndpoint({
  operationId: 'followClicks',
  method: 'get',
  path: '/api/analytics/live',
  summary: "Tells when clicks of the workspace's links were counted",
  tag: 'analytics',
  auth: 'session',
  permission: 'analytics:read',
  query: z.object({
    account: z
      .uuid()
      .optional()
      .describe('In place of X-Linkway-Account, as an EventSource sends no headers of its own.'),
  }),
  success: {
    status: 200,
    description:
      'Server-sent events until the session ends. A hint may be lost with a connection, so whoever connects asks for what it shows.',
    events: { clicks: clickedLinksSchema },
  },
  errors: ['auth.unauthenticated'],
});
