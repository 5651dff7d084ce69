import { z } from 'zod';
import { defineEvent } from '../../contract.js';
import { routeSchema } from './route.js';

export const linkCreated = defineEvent(
  'evt.links.link-created.v1',
  'A short link was made, by a user or a guest.',
  z.object({ route: routeSchema }),
  { key: 'route.link_id' },
);
