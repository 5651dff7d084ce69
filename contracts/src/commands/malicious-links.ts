import { z } from 'zod';
import { defineRpc } from '../contract.js';

export const MOST_SOURCES_OF_A_REPORT = 100;

export const reportMaliciousLinksRpc = defineRpc('cmd.identity.report-malicious-links.v1', {
  summary: 'Tell the security centre who wanted links that mean harm, which were refused',
  permission: null,
  open: 'Said by services of what they saw themselves.',
  request: z.object({
    report_id: z.uuid().describe('What is told again under it counts once.'),
    sources: z
      .array(
        z.object({
          user_id: z.uuid().nullable().describe('Who it is counted for; null: a guest, counted for the network.'),
          ip_address: z
            .string()
            .max(45)
            .nullable()
            .describe('Where the last one came from; null: from this machine, or it is not known.'),
          refused: z.int().min(1).max(1_000_000_000),
        }),
      )
      .min(1)
      .max(MOST_SOURCES_OF_A_REPORT),
  }),
  reply: z.object({}),
});
