import { confirmation } from './confirmation.js';
import type { MailDefinition } from './define.js';
import { deletionCancelled } from './deletion-cancelled.js';
import { deletionRequested } from './deletion-requested.js';
import { googleLinked } from './google-linked.js';
import { invitation } from './invitation.js';
import { lockoutNotice } from './lockout-notice.js';
import { notificationMail } from './notification.js';
import { passwordChanged } from './password-changed.js';
import { recoveryCodeUsed } from './recovery-code-used.js';
import { recoveryCodesRenewed } from './recovery-codes-renewed.js';
import { resetPasswordMail } from './reset-password.js';
import { securityAlert, securityAlertSummary } from './security-alert.js';
import { smtpTest } from './smtp-test.js';
import { twoFactorDisabled } from './two-factor-disabled.js';
import { twoFactorEnabled } from './two-factor-enabled.js';
import { webhookDisabled } from './webhook-disabled.js';
import { wrongCodesNotice } from './wrong-codes-notice.js';

export { confirmation } from './confirmation.js';
export * from './define.js';
export { deletionCancelled } from './deletion-cancelled.js';
export { deletionRequested } from './deletion-requested.js';
export { googleLinked } from './google-linked.js';
export { invitation } from './invitation.js';
export { lockoutNotice } from './lockout-notice.js';
export { notificationMail } from './notification.js';
export { passwordChanged } from './password-changed.js';
export { recoveryCodeUsed } from './recovery-code-used.js';
export { recoveryCodesRenewed } from './recovery-codes-renewed.js';
export { resetPasswordMail } from './reset-password.js';
export { securityAlert, securityAlertSummary, threatNames } from './security-alert.js';
export { smtpTest } from './smtp-test.js';
export { twoFactorDisabled } from './two-factor-disabled.js';
export { twoFactorEnabled } from './two-factor-enabled.js';
export { webhookDisabled } from './webhook-disabled.js';
export { wrongCodesNotice } from './wrong-codes-notice.js';

/** Every mail that any service sends. Another one is a file beside these and a row here; its service asks identity to send it. */
export const allMails: readonly MailDefinition[] = [
  invitation,
  confirmation,
  resetPasswordMail,
  passwordChanged,
  lockoutNotice,
  twoFactorEnabled,
  twoFactorDisabled,
  recoveryCodeUsed,
  recoveryCodesRenewed,
  wrongCodesNotice,
  googleLinked,
  deletionRequested,
  deletionCancelled,
  securityAlert,
  securityAlertSummary,
  webhookDisabled,
  notificationMail,
  smtpTest,
];

export const findMail = (name: string): MailDefinition | null => allMails.find((mail) => mail.name === name) ?? null;
