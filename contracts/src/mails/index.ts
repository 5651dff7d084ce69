import { confirmation } from './confirmation.js';
import type { MailDefinition } from './define.js';
import { invitation } from './invitation.js';
import { lockoutNotice } from './lockout-notice.js';
import { passwordChanged } from './password-changed.js';
import { resetPasswordMail } from './reset-password.js';
import { smtpTest } from './smtp-test.js';

export { confirmation } from './confirmation.js';
export * from './define.js';
export { invitation } from './invitation.js';
export { lockoutNotice } from './lockout-notice.js';
export { passwordChanged } from './password-changed.js';
export { resetPasswordMail } from './reset-password.js';
export { smtpTest } from './smtp-test.js';

/** Every mail that any service sends. Another one is a file beside these and a row here; its service asks identity to send it. */
export const allMails: readonly MailDefinition[] = [
  invitation,
  confirmation,
  resetPasswordMail,
  passwordChanged,
  lockoutNotice,
  smtpTest,
];

export const findMail = (name: string): MailDefinition | null => allMails.find((mail) => mail.name === name) ?? null;
