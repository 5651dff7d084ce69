import { z } from 'zod';
import { defineRpc } from '../contract.js';

export const republishRequestSchema = z.object({
  action: z.enum(['start', 'status', 'stop']),
  rate: z.int().min(1).max(100_000).optional().describe('Rows a second; at a start only.'),
});

/** How far the owner is with telling of every row once more. A stopped job goes on where it was at the next start. */
export const republishStatusSchema = z.object({
  state: z.enum(['idle', 'running', 'stopped', 'done']),
  done: z.int().describe('Rows told of.'),
  total: z.int().nullable().describe('About how many there are; null: not known.'),
  rate: z.int(),
  waiting: z.string().nullable().describe('Why it does not go on at the moment.'),
});
export type RepublishStatus = z.output<typeof republishStatusSchema>;

const republish = (owner: string, what: string) =>
  defineRpc(`cmd.${owner}.republish.v1`, {
    summary: `Tell of ${what} once more, by the same events as ever, for whoever lost what it knew`,
    permission: null,
    open: 'The operator asks; NATS lets no service do so.',
    request: republishRequestSchema,
    reply: republishStatusSchema,
  });

export const republishLinksRpc = republish('links', 'every link and every code that led somewhere');
export const republishDomainsRpc = republish('domains', 'every platform domain');
export const republishIdentityRpc = republish('identity', 'every account');
