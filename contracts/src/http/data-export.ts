import { defineEndpoint } from '../contract.js';
import { DATA_EXPORTS_PER_HOUR } from '../rules/data-export.js';
import { ACCOUNT_PROOF_ERRORS, accountProofSchema } from './owner-proof.js';

export const exportOwnData = defineEndpoint({
  operationId: 'exportOwnData',
  method: 'post',
  path: '/api/me/export',
  summary: `Everything that is held about the account, as a ZIP file of JSON and CSV; ${DATA_EXPORTS_PER_HOUR} an hour, one at a time`,
  tag: 'account',
  auth: 'session',
  // No administrator who acts as the user takes it along.
  permission: 'account:write',
  body: accountProofSchema,
  success: {
    status: 200,
    media: 'application/zip',
    description: 'The file. One that cannot be completed has its connection cut',
  },
  errors: [...ACCOUNT_PROOF_ERRORS, 'data_export.too_often', 'data_export.under_way', 'service.busy'],
});
