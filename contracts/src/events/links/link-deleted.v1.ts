import { z } from 'zod';
import { defineEvent } from '../../contract.js';
import { routeKeySchema } from './route.js';

export const linkDeleted = defineEvent(
  'evt.links.link-deleted.v1',
  'A short link is gone for good.',
  z.object({ link_id: z.uuid(), workspace_id: z.uuid().nullable(), key: routeKeySchema }),
  { key: 'link_id' },
);
