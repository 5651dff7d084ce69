import { z } from 'zod';
import { defineEvent } from '../../contract.js';
import { linkStateSchema } from './link.js';
import { routeKeySchema, routeSchema } from './route.js';

export const linkUpdated = defineEvent(
  'evt.links.link-updated.v1',
  'A short link was edited, paused or resumed; carries its whole state.',
  z.object({
    route: routeSchema,
    link: linkStateSchema.optional().describe('Absent in events of the first release.'),
    previous: routeKeySchema.nullable().describe('The key it no longer answers at, when its code or domain changed.'),
  }),
  { key: 'route.link_id' },
);
