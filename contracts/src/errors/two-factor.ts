import { defineErrors } from './define.js';

/** Two-factor authentication: the codes, and its setup. */
export const twoFactorErrors = defineErrors({
  'two_factor.required': { status: 401 },
  'two_factor.code_required': { status: 400 },
  'two_factor.code_format': { status: 400 },
  'two_factor.code_or_recovery_format': { status: 400 },
  'two_factor.code_invalid': { status: 400 },
  'two_factor.already_enabled': { status: 409 },
  'two_factor.not_enabled': { status: 409 },
  'two_factor.setup_over': { status: 410 },
});
