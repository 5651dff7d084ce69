import { z } from 'zod';
import { defineSignal } from '../contract.js';
import { clickedLinksSchema } from '../http/analytics.js';

export const clicksStored = defineSignal('sig.analytics.clicks-stored.v1', {
  summary: 'Clicks of links of a workspace were stored: whoever asks now is told of them',
  key: 'workspace_id',
  data: clickedLinksSchema,
});

/** Whoever keeps a copy of totals hears it, for whatever workspaces they are. */
export const totalsChanged = defineSignal('sig.analytics.totals-changed.v1', {
  summary: 'Totals of links may be others than they were: whoever asks now is told of them',
  key: '`all`',
  data: z.object({}),
});
