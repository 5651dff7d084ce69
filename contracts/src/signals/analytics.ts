import { defineSignal } from '../contract.js';
import { clickedLinksSchema } from '../http/analytics.js';

export const clicksStored = defineSignal('sig.analytics.clicks-stored.v1', {
  summary: 'Clicks of links of a workspace were stored: whoever asks now is told of them',
  key: 'workspace_id',
  data: clickedLinksSchema,
});
