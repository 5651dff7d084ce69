import { defineErrors } from './define.js';

/** Mails, their templates, and the SMTP server that they leave by. */
export const mailErrors = defineErrors({
  'mail.not_found': { status: 404 },
  'mail.recipient_unknown': { status: 400 },
  'mail.link_invalid': { status: 400 },
  'mail.template_variable_unknown': { status: 400 },
  'mail.template_variable_missing': { status: 400 },
  'mail.template_variable_misplaced': { status: 400 },
  'mail.smtp_disabled': { status: 409 },
  'mail.host_required': { status: 400 },
  'mail.host_invalid': { status: 400 },
  'mail.port_invalid': { status: 400 },
  'mail.from_email_required': { status: 400 },
  'mail.password_needed_again': { status: 400 },
  'mail.password_unreadable': { status: 409 },
  'mail.connection_failed': { status: 400 },
  'mail.tls_failed': { status: 400 },
  'mail.authentication_failed': { status: 400 },
  'mail.sender_refused': { status: 400 },
  'mail.recipient_refused': { status: 400 },
  'mail.message_refused': { status: 400 },
});
