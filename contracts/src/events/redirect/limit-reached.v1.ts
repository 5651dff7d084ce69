import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const linkLimitReached = defineEvent(
  'evt.redirect.limit-reached.v1',
  'The click limit of a link is used up: told once for each limit, as the visit that used the last click was let in, or the next one was refused. Of what was used up before it was told of, its next visit tells once.',
  z.object({
    link_id: z.uuid(),
    workspace_id: z.uuid(),
    code: z.string(),
    domain_name: z.string().nullable().describe('null: the link opens on any host.'),
    max_clicks: z.int(),
    reached_at: z.iso.datetime(),
  }),
  { key: 'link_id' },
);
