import { defineEvent } from '../../contract.js';
import { securityPolicySchema } from '../../queries/security.js';

export const securityChanged = defineEvent(
  'evt.identity.security-changed.v1',
  'Settings of the security centre, or the addresses that are blocked, are other ones now: every node holds to them from here on.',
  securityPolicySchema,
  { key: 'policy_id' },
);
