import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { DATA_EXPORTS_PER_HOUR } from '../rules/data-export.js';
import { passwordSchema } from './auth.js';
import { secondFactorSchema } from './codes.js';

export const exportOwnDataSchema = z.strictObject({
  current_password: passwordSchema,
  code: secondFactorSchema.optional().describe('Where two-factor authentication is on.'),
});

export const exportOwnData = defineEndpoint({
  operationId: 'exportOwnData',
  method: 'post',
  path: '/api/me/export',
  summary: `Everything that is held about the account, as a ZIP file of JSON and CSV; ${DATA_EXPORTS_PER_HOUR} an hour, one at a time`,
  tag: 'account',
  auth: 'session',
  // No administrator who acts as the user takes it along.
  permission: 'account:write',
  body: exportOwnDataSchema,
  success: {
    status: 200,
    media: 'application/zip',
    description: 'The file. One that cannot be completed has its connection cut',
  },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'auth.current_password_wrong',
    'auth.password_not_set',
    'auth.throttled',
    'two_factor.code_required',
    'two_factor.code_or_recovery_format',
    'two_factor.code_invalid',
    'data_export.too_often',
    'data_export.under_way',
    'service.busy',
  ],
});
