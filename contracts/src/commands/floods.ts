import { z } from 'zod';
import { defineRpc } from '../contract.js';

export const MOST_FLOODS_OF_A_REPORT = 100;

export const reportFloodsRpc = defineRpc('cmd.identity.report-floods.v1', {
  summary: 'Tell the security centre of networks whose requests are refused since there are too many',
  permission: null,
  open: 'Said by services of what they saw themselves.',
  request: z.object({
    report_id: z.uuid().describe('What is told again under it counts once.'),
    floods: z
      .array(z.object({ ip_address: z.string().max(45), refused: z.int().min(1).max(1_000_000_000) }))
      .min(1)
      .max(MOST_FLOODS_OF_A_REPORT),
  }),
  reply: z.object({}),
});
