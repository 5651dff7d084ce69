import { z } from 'zod';
import { defineEvent } from '../../contract.js';

/**
 * One answered redirect, as the edge saw it; what it means (country, device, bot or human) analytics works out. Texts are cut
 * to what analytics keeps of them, and the destination is told by link and rule. `ip` lives only in the click log and the
 * stream, for as long as the stream keeps it; it is never stored with the click.
 */
export const clickSchema = z.object({
  event_id: z.uuid().describe('UUIDv7'),
  clicked_at: z.iso.datetime().describe('Stamped once, at the edge, with milliseconds.'),
  link_id: z.uuid(),
  workspace_id: z.uuid().nullable(),
  code: z.string(),
  host: z.string(),
  ip: z.string(),
  user_agent: z.string().describe('512 characters at most.'),
  referer: z.string().describe('Scheme and host of the page with the link.'),
  accept_language: z.string().describe('The first language only.'),
  query: z
    .string()
    .describe('Of the short URL, without the question mark. Of more than 512 characters only the utm parameters.'),
  destination: z.string().optional().describe('Sent by earlier releases only.'),
  destination_utm: z
    .string()
    .optional()
    .describe('The utm parameters of the destination, as a query, where it has some.'),
  method: z.enum(['GET', 'HEAD', 'POST']),
  purpose: z.string().describe('Sec-Purpose or Purpose header; tells a prefetch.'),
  signed_in: z.boolean(),
  rule: z
    .string()
    .describe(
      'What chose the destination: default, or fallback, country:VN, country:other, device:mobile, device:ios, ab:a, ab:b and the like.',
    ),
});
export type Click = z.output<typeof clickSchema>;

/** The stream of shard n takes this subject followed by `.n`; all clicks of a link are in one shard. */
export const linksClicked = defineEvent(
  'evt.redirect.links-clicked.v1',
  'Some redirects were answered. A batch, in the order they were answered; its id names the same batch for ever.',
  z.object({ clicks: z.array(clickSchema).min(1) }),
  { sharded: true },
);
