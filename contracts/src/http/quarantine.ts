import { z } from 'zod';
import { blockSources } from '../rules/link-safety.js';
import { timestampSchema } from '../text.js';

/** Why a link shows a warning in place of its destination, as its owner sees it. */
export const quarantineSchema = z
  .object({
    since: timestampSchema,
    reasons: z
      .array(
        z.object({
          address: z.string().describe('Of the link: another one in its place ends this reason.'),
          source: z.enum(blockSources),
          threat: z.string().nullable().describe('As the provider or the report names it; null: nothing is told.'),
        }),
      )
      .describe('One for each address that is blocked.'),
    appeal: z
      .object({
        state: z.enum(['open', 'refused']),
        text: z.string(),
        created_at: timestampSchema,
        answer: z.string().describe('Of the administrator; empty while it is open.'),
      })
      .nullable()
      .describe('The last one; null: none.'),
  })
  .meta({ id: 'Quarantine' });
export type Quarantine = z.output<typeof quarantineSchema>;
