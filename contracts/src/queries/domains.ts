import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { domainSaved } from '../events/domains/domain-saved.v1.js';
import { domainSchema } from '../http/domains.js';
import { defineRange, defineVersions } from './ranges.js';

export const listActiveDomainsRpc = defineRpc('qry.domains.list-active.v1', {
  summary: 'The active platform domains, the main one first',
  permission: null,
  open: 'The platform domains are public.',
  request: z.object({}),
  reply: z.object({ data: z.array(domainSchema) }),
  timeoutMs: 3_000,
});

export const domainRangeRpc = defineRange(
  'qry.domains.domain-range.v1',
  'A range of platform domains by id with their versions, for comparing a copy',
);

export const domainVersionsRpc = defineVersions(
  'qry.domains.domain-versions.v1',
  'The platform domains among the given ids that have another version or content than the copy of the one who asks',
  domainSaved.data,
);
