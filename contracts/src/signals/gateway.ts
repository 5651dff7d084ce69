import * as z from 'zod';
import { defineSignal } from '../contract.js';

const gateway = z.string().max(64).describe('Process that says it');
const ask = z.int().nonnegative().describe('Number of the question, of whoever asks');
const name = z.string().max(256).describe('Limit, and whom it is counted for');
const left = z.number().nonnegative().max(86_400_000).describe('Milliseconds until its window ends');

/** What processes of the gateway say to each other so that they count requests together. */
export const gatewayCounts = defineSignal('sig.gateway.counts.v1', {
  summary: 'Processes of the gateway know of each other, and count the requests of one caller together',
  key: 'a process, or `all`',
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('began'), from: gateway }).describe('It is there, and asks who else is'),
    z.object({ kind: z.literal('present'), from: gateway }),
    z.object({ kind: z.literal('left'), from: gateway }),
    z
      .object({ kind: z.literal('count'), from: gateway, ask, name, left_ms: left })
      .describe('Count one more for a caller'),
    z
      .object({ kind: z.literal('gather'), from: gateway, ask, name, left_ms: left })
      .describe('Tell how many it has counted by itself, and count this caller by itself no longer'),
    z.object({ kind: z.literal('counted'), from: gateway, ask, count: z.int().nonnegative(), left_ms: left }),
  ]),
});
