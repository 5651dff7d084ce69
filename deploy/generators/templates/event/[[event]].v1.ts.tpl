import { z } from 'zod';
import { defineEvent } from '../../contract.js';

export const [[eventCamel]] = defineEvent(
  'evt.[[owner]].[[event]].v1',
  'Told when: [[eventWords]].',
  z.object({ id: z.uuid(), workspace_id: z.uuid(), version: z.int() }),
  { key: 'id' },
);
