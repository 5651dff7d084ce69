import { z } from 'zod';
import { passwordSchema } from './auth.js';
import { secondFactorSchema } from './codes.js';

/** Of an account that has two-factor authentication: whoever has the browser alone, or the password alone, changes nothing. */
export const ownerProofSchema = z.strictObject({ current_password: passwordSchema, code: secondFactorSchema });

/** As above, of an account that may have it. */
export const accountProofSchema = ownerProofSchema.extend({
  code: secondFactorSchema.optional().describe('Where two-factor authentication is on.'),
});

export const ACCOUNT_PROOF_ERRORS = [
  'auth.unauthenticated',
  'request.invalid',
  'auth.current_password_wrong',
  'auth.password_not_set',
  'auth.throttled',
  'two_factor.code_required',
  'two_factor.code_or_recovery_format',
  'two_factor.code_invalid',
] as const;
