import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { RECOVERY_CODES, SETUP_MINUTES } from '../rules/two-factor.js';
import { timestampSchema } from '../text.js';
import { passwordSchema } from './auth.js';
import { authenticatorCodeSchema } from './codes.js';
import { ACCOUNT_PROOF_ERRORS, ownerProofSchema } from './owner-proof.js';

export const twoFactorSchema = z
  .object({
    enabled: z.boolean(),
    enabled_at: timestampSchema.nullable().describe('null: it is off.'),
    recovery_codes_left: z.int().describe(`Of ${RECOVERY_CODES}; 0 while it is off.`),
  })
  .meta({ id: 'TwoFactor' });
export type TwoFactor = z.output<typeof twoFactorSchema>;

export const twoFactorSetupSchema = z
  .object({
    secret: z.string().describe('32 characters of base32, to be typed where the link cannot be scanned.'),
    otpauth_url: z.string().describe('The link that the QR code holds.'),
  })
  .meta({ id: 'TwoFactorSetup' });
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

export const recoveryCodesSchema = z
  .object({
    recovery_codes: z
      .array(z.string())
      .length(RECOVERY_CODES)
      .describe('Such as k3v9d-0xq7m. Each works once in place of a code; they are told this once.'),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;

export const setUpTwoFactorSchema = z.strictObject({ current_password: passwordSchema });

export const getTwoFactor = defineEndpoint({
  operationId: 'getTwoFactor',
  method: 'get',
  path: '/api/me/two-factor',
  summary: 'Whether signing in to the account takes a code beside the password',
  tag: 'account',
  auth: 'session',
  permission: 'account:read',
  success: { status: 200, body: twoFactorSchema, description: 'The state; a setup that waits for its code is off' },
  errors: ['auth.unauthenticated'],
  forward: { to: 'qry.identity.two-factor.v1' },
});
export const getTwoFactorRpc = forwardedRpc(getTwoFactor);

export const setUpTwoFactor = defineEndpoint({
  operationId: 'setUpTwoFactor',
  method: 'post',
  path: '/api/me/two-factor/setup',
  summary: `Make a secret for an authenticator, which waits ${SETUP_MINUTES} minutes for its first code; one made before is replaced`,
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: setUpTwoFactorSchema,
  success: { status: 200, body: twoFactorSetupSchema, description: 'The secret, told this once; nothing is on yet' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'auth.current_password_wrong',
    'auth.password_not_set',
    'auth.throttled',
    'two_factor.already_enabled',
  ],
});

export const enableTwoFactor = defineEndpoint({
  operationId: 'enableTwoFactor',
  method: 'post',
  path: '/api/me/two-factor/enable',
  summary: 'Turn two-factor authentication on with a code of the secret that was made last',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: z.strictObject({ code: authenticatorCodeSchema }),
  success: { status: 200, body: recoveryCodesSchema, description: 'On; the codes for when the authenticator is lost' },
  errors: [
    'auth.unauthenticated',
    'request.invalid',
    'auth.throttled',
    'two_factor.code_required',
    'two_factor.code_format',
    'two_factor.code_invalid',
    'two_factor.already_enabled',
    'two_factor.setup_over',
  ],
  forward: { to: 'cmd.identity.enable-two-factor.v1' },
});
export const enableTwoFactorRpc = forwardedRpc(enableTwoFactor);

const OWNER_PROOF_ERRORS = [...ACCOUNT_PROOF_ERRORS, 'two_factor.not_enabled'] as const;

export const disableTwoFactor = defineEndpoint({
  operationId: 'disableTwoFactor',
  method: 'post',
  path: '/api/me/two-factor/disable',
  summary: 'Turn two-factor authentication off; its secret and recovery codes are gone',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: ownerProofSchema,
  success: { status: 204, description: 'Off' },
  errors: OWNER_PROOF_ERRORS,
});

export const renewRecoveryCodes = defineEndpoint({
  operationId: 'renewRecoveryCodes',
  method: 'post',
  path: '/api/me/two-factor/recovery-codes',
  summary: 'Make new recovery codes; those before work no more',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  body: ownerProofSchema,
  success: { status: 200, body: recoveryCodesSchema, description: 'The new ones' },
  errors: OWNER_PROOF_ERRORS,
});
