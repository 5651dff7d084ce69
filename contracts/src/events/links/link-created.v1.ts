import { z } from 'zod';
import { defineEvent } from '../../contract.js';
import { linkStateSchema } from './link.js';
import { routeSchema } from './route.js';

export const linkCreated = defineEvent(
  'evt.links.link-created.v1',
  'A short link was made, by a user or a guest.',
  z.object({
    route: routeSchema,
    link: linkStateSchema.optional().describe('Absent in events of the first release.'),
  }),
  { key: 'route.link_id' },
);
