import { z } from 'zod';
import { defineSignal } from '../contract.js';

/** Said by processes of links to each other. */
export const blockListChanged = defineSignal('sig.links.block-list-changed.v1', {
  summary: 'Entries came onto the block list or left it: whoever has it in memory reads what is newer',
  key: '`all`',
  data: z.object({}),
});
