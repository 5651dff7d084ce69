import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { updateUserSchema, userAccountSchema } from '../http/users.js';

export const updateUserRpc = defineRpc('cmd.identity.update-user.v1', {
  summary:
    'Change status, role or plan of a user; what is not there stays. Who is not active any more has no session left',
  permission: 'admin:users',
  request: z.object({ id: z.uuid(), changes: updateUserSchema }),
  reply: userAccountSchema,
});
