import { z } from 'zod';
import { shownFields } from '../fields/links.js';
import {
  MOST_CLICKS_IN_MESSAGE,
  MOST_CLICKS_LISTED_AN_HOUR,
  TEST_EVENT,
  type WebhookEvent,
} from '../rules/webhooks.js';
import { timestampSchema } from '../text.js';
import { clickKindSchema } from './analytics.js';

const linkSchema = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    original_url: z.string().describe('Percent-encoded, as the redirect sends it.'),
    domain_id: z.uuid().nullable(),
    has_password: z.boolean(),
    ...shownFields,
    is_quarantined: z.boolean().describe('It leads to a blocked address: visitors are warned and led nowhere.'),
    workspace_id: z.uuid(),
    user_id: z.uuid(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'WebhookLink' });
export type WebhookLink = z.output<typeof linkSchema>;

const clickSchema = z
  .object({
    id: z.uuid().describe('The same however often it is told.'),
    clicked_at: timestampSchema,
    link_id: z.uuid(),
    short_code: z.string(),
    host: z.string().describe('That was visited.'),
    country: z.string().describe('ISO 3166-1 alpha-2; empty where it is not known, as in the next three.'),
    device: z.string().describe('mobile, tablet, desktop or what else it is.'),
    browser: z.string().describe('As the statistics name it, such as chrome.'),
    referrer: z.string().describe('Host of the page that had the link.'),
    kind: clickKindSchema.describe('human, or what kind of program it was.'),
  })
  .meta({ id: 'WebhookClick' });
export type WebhookClick = z.output<typeof clickSchema>;

const skippedSchema = z.object({
  count: z.int().describe('Clicks that are told by number alone, and are listed in no message.'),
  since: timestampSchema.describe('When the first of them was counted.'),
});
export type SkippedClicks = z.output<typeof skippedSchema>;

const reachedLinkSchema = z.object({ id: z.uuid(), short_code: z.string(), short_url: z.string() });

/** What a webhook is sent, as the Standard Webhooks convention has it: the body of the request, as JSON. */
const messageOf = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    timestamp: timestampSchema.describe('When it happened.'),
    data,
    test: z
      .literal(true)
      .optional()
      .describe('An example that the owner of the webhook asked for; else it is not there.'),
  });

export const webhookMessages = {
  'link.created': {
    summary: 'A link was made',
    body: messageOf('link.created', linkSchema),
  },
  'link.updated': {
    summary: 'A link was changed, paused or resumed; it has the whole link as it is then',
    body: messageOf('link.updated', linkSchema),
  },
  'link.deleted': {
    summary: 'A link is gone for good',
    body: messageOf(
      'link.deleted',
      z.object({ id: z.uuid(), short_code: z.string(), host: z.string().describe('That it opened at; * for any.') }),
    ),
  },
  'link.clicked': {
    summary: `Links were clicked: up to ${MOST_CLICKS_IN_MESSAGE} clicks of about a second in one message`,
    body: messageOf(
      'link.clicked',
      z.object({
        clicks: z.array(clickSchema).max(MOST_CLICKS_IN_MESSAGE),
        skipped: skippedSchema
          .nullable()
          .describe(
            `Clicks beyond ${MOST_CLICKS_LISTED_AN_HOUR.toLocaleString('en')} an hour, or beyond what the receiver keeps up with; null: there were none.`,
          ),
      }),
    ),
  },
  'link.limit_reached': {
    summary: 'The click limit of a link is used up, or a link was refused as those of the month are',
    body: messageOf(
      'link.limit_reached',
      z.object({
        limit: z.enum(['clicks', 'monthly_links']),
        value: z.int().describe('The limit that was reached: told once for each.'),
        link: reachedLinkSchema.nullable().describe('Whose clicks it limits; null: it is of the account.'),
      }),
    ),
  },
  [TEST_EVENT]: {
    summary: 'The owner of the webhook asked for a test',
    body: messageOf(TEST_EVENT, z.object({ webhook_id: z.uuid() })),
  },
} as const satisfies Record<WebhookEvent | typeof TEST_EVENT, { summary: string; body: z.ZodObject }>;
export type WebhookMessageType = keyof typeof webhookMessages;
export type WebhookMessage = {
  [T in WebhookMessageType]: z.output<(typeof webhookMessages)[T]['body']>;
}[WebhookMessageType];
