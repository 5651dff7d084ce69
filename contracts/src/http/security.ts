import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MIN_PASSWORD_LENGTH } from '../rules/accounts.js';
import {
  MOST_MIN_PASSWORD_LENGTH,
  MOST_REQUESTS_PER_MINUTE,
  MOST_SESSION_TIMEOUT,
  MOST_WHITELIST_ENTRIES,
  SIGNED_IN_FACTOR,
} from '../rules/security.js';
import { lineOfText, timestampSchema } from '../text.js';

const flag = z.boolean({ error: 'request.field_type' });
const whole = (from: number, to: number, error: string) => z.int({ error }).min(from, { error }).max(to, { error });

/** `203.0.113.7`, `203.0.113.0/24`, `2001:db8::1` or `2001:db8::/32`. */
const addressRange = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);
export const isAddressRange = (text: string): boolean => addressRange.safeParse(text).success;

const settingsShape = {
  rate_limit_enabled: flag,
  requests_per_minute: whole(1, MOST_REQUESTS_PER_MINUTE, 'security.requests_per_minute_invalid').describe(
    `Of calls that change something: for each network without a session, and ${SIGNED_IN_FACTOR} times as many for whoever is signed in.`,
  ),
  min_password_length: whole(
    MIN_PASSWORD_LENGTH,
    MOST_MIN_PASSWORD_LENGTH,
    'security.min_password_length_invalid',
  ).describe('Of passwords that are set from now on.'),
  session_timeout: whole(1, MOST_SESSION_TIMEOUT, 'security.session_timeout_invalid').describe(
    'Hours without use after which a session ends.',
  ),
  admin_two_factor_required: flag.describe(
    'Administrators without two-factor authentication set it up before they can administer anything.',
  ),
  email_verification_required: flag
    .optional()
    .describe(
      'Whoever has not confirmed their email address signs in, and confirms it before anything else is done, with API keys too; an identity of the former release does not say, and does not ask for it.',
    ),
  ip_whitelist_enabled: flag,
  ip_whitelist: z
    .array(lineOfText(64), { error: 'request.field_type' })
    .max(MOST_WHITELIST_ENTRIES, { error: 'security.whitelist_too_long' })
    .refine((entries) => entries.every(isAddressRange), { error: 'security.address_invalid' })
    .describe('Addresses and networks (CIDR) that administrators may act from.'),
  suspicious_activity_alerts: flag
    .optional()
    .describe(
      'Administrators are told by mail of each threat that begins; an identity of the former release does not say, and tells of none.',
    ),
};

export const securitySettingsSchema = z
  .object({ ...settingsShape, updated_at: timestampSchema.nullable().describe('null: never changed.') })
  .meta({ id: 'SecuritySettings' });
export type SecuritySettings = z.output<typeof securitySettingsSchema>;

export const updateSecuritySettingsSchema = z.strictObject(settingsShape).partial();
export type UpdateSecuritySettings = z.output<typeof updateSecuritySettingsSchema>;

const admin = { tag: 'security', auth: 'session', permission: 'admin:security' } as const;

export const getSecuritySettings = defineEndpoint({
  ...admin,
  operationId: 'getSecuritySettings',
  method: 'get',
  path: '/api/admin/security',
  summary: 'The settings of the security centre',
  success: { status: 200, body: securitySettingsSchema, description: 'The settings' },
  errors: [],
  forward: { to: 'qry.identity.security-settings.v1' },
});
export const getSecuritySettingsRpc = forwardedRpc(getSecuritySettings);

export const updateSecuritySettings = defineEndpoint({
  ...admin,
  operationId: 'updateSecuritySettings',
  method: 'patch',
  path: '/api/admin/security',
  summary: 'Change settings of the security centre; what is left out stays. They hold everywhere within a second',
  body: updateSecuritySettingsSchema,
  success: { status: 200, body: securitySettingsSchema, description: 'The settings' },
  errors: [
    'request.invalid',
    'security.requests_per_minute_invalid',
    'security.min_password_length_invalid',
    'security.session_timeout_invalid',
    'security.whitelist_too_long',
    'security.address_invalid',
    'security.own_address_missing',
    'security.own_two_factor_missing',
    'security.own_email_unconfirmed',
    'security.mail_unavailable',
  ],
  forward: { to: 'cmd.identity.update-security-settings.v1', withAddress: true },
});
export const updateSecuritySettingsRpc = forwardedRpc(updateSecuritySettings);

export const getPasswordRules = defineEndpoint({
  operationId: 'getPasswordRules',
  method: 'get',
  path: '/api/auth/password-rules',
  summary: 'What a new password has to be like',
  tag: 'auth',
  auth: 'public',
  permission: null,
  success: {
    status: 200,
    body: z.object({ min_password_length: z.int() }),
    description: 'The rules that a page can tell of before a password is sent',
  },
  errors: [],
});
