import { z } from 'zod';
import { shownFields } from '../fields/links.js';
import { TEST_EVENT, type WebhookEvent } from '../rules/webhooks.js';
import { timestampSchema } from '../text.js';

const linkSchema = z
  .object({
    id: z.uuid(),
    short_code: z.string(),
    short_url: z.string(),
    original_url: z.string().describe('Percent-encoded, as the redirect sends it.'),
    domain_id: z.uuid().nullable(),
    has_password: z.boolean(),
    ...shownFields,
    workspace_id: z.uuid(),
    user_id: z.uuid(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'WebhookLink' });
export type WebhookLink = z.output<typeof linkSchema>;

/** What a webhook is sent, as the Standard Webhooks convention has it: the body of the request, as JSON. */
const messageOf = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    timestamp: timestampSchema.describe('When it happened.'),
    data,
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
  [TEST_EVENT]: {
    summary: 'The owner of the webhook asked for a test',
    body: messageOf(TEST_EVENT, z.object({ webhook_id: z.uuid() })),
  },
} as const satisfies Record<WebhookEvent | typeof TEST_EVENT, { summary: string; body: z.ZodObject }>;
export type WebhookMessageType = keyof typeof webhookMessages;
export type WebhookMessage = {
  [T in WebhookMessageType]: z.output<(typeof webhookMessages)[T]['body']>;
}[WebhookMessageType];
