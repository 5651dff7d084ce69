import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { localeSchema } from '../envelope.js';
import { lineOfText, timestampSchema } from '../text.js';
import { emailSchema } from './auth.js';
import { pageQuery, pagesSchema } from './pages.js';

const MAX_PORT = 65_535;
const MAX_SECRET_LENGTH = 1_024;

/** A host name, an IPv4 or an IPv6 address; empty where there is none yet. */
const HOST = /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}._-]*[\p{L}\p{N}_])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)?$/u;

export const mailSettingsSchema = z
  .object({
    host: z.string(),
    port: z.int(),
    secure: z.boolean().describe('true: TLS from the first byte, port 465 by custom; false: STARTTLS.'),
    username: z.string().describe('Empty: no sign-in.'),
    password_set: z.boolean().describe('The password itself is never given out.'),
    from_email: z.string(),
    from_name: z.string(),
    enabled: z.boolean(),
    updated_at: timestampSchema.nullable().describe('null: never saved.'),
  })
  .meta({ id: 'MailSettings' });
export type MailSettings = z.output<typeof mailSettingsSchema>;

export const updateMailSettingsSchema = z.strictObject({
  host: lineOfText(253).refine((host) => HOST.test(host), { error: 'mail.host_invalid' }),
  port: z
    .int({ error: 'mail.port_invalid' })
    .min(1, { error: 'mail.port_invalid' })
    .max(MAX_PORT, { error: 'mail.port_invalid' })
    .default(587),
  secure: z.boolean({ error: 'request.field_type' }).default(false),
  username: lineOfText(320).default(''),
  password: z
    .string({ error: 'request.field_type' })
    .max(MAX_SECRET_LENGTH, { error: 'request.field_too_long' })
    .optional()
    .describe(
      'Absent: the saved one stays, unless server, port, encryption or username change: then it is asked for again. Empty: none.',
    ),
  from_email: z.union([z.literal(''), emailSchema], { error: 'auth.email_invalid' }),
  from_name: lineOfText(120).default('Linkway'),
  enabled: z.boolean({ error: 'request.field_type' }),
});
export type UpdateMailSettings = z.output<typeof updateMailSettingsSchema>;

const mailName = lineOfText(64);

const mailTextShape = {
  subject: lineOfText(200).min(1, { error: 'request.field_required' }),
  html_content: z
    .string({ error: 'request.field_type' })
    .min(1, { error: 'request.field_required' })
    .max(20_000, { error: 'request.field_too_long' }),
  text_content: z
    .string({ error: 'request.field_type' })
    .min(1, { error: 'request.field_required' })
    .max(10_000, { error: 'request.field_too_long' }),
};
export const mailTextSchema = z.strictObject(mailTextShape);

const editedMailTextSchema = z.object({
  subject: z.string(),
  html_content: z.string(),
  text_content: z.string(),
  edited: z.boolean().describe('false: the text that Linkway comes with.'),
  updated_at: timestampSchema.nullable(),
});

export const mailTemplateSchema = z
  .object({
    name: z.string(),
    variables: z.array(
      z.object({
        name: z.string().describe('Written {{name}} in subject, HTML and text.'),
        kind: z.enum(['text', 'link', 'time']),
        example: z.string(),
        required: z.boolean().describe('HTML and text must each have it.'),
      }),
    ),
    en: editedMailTextSchema,
    vi: editedMailTextSchema,
  })
  .meta({ id: 'MailTemplate' });
export type MailTemplate = z.output<typeof mailTemplateSchema>;

export const renderedMailSchema = z
  .object({
    subject: z.string(),
    html: z
      .string()
      .describe('A whole document that loads and runs nothing; show it in a frame with an empty `sandbox`.'),
    text: z.string(),
  })
  .meta({ id: 'RenderedMail' });
export type RenderedMail = z.output<typeof renderedMailSchema>;

const inboxEntryShape = {
  id: z.uuid(),
  mail: z.string().describe('The name of its template.'),
  language: localeSchema,
  to: z.string(),
  subject: z.string(),
  created_at: timestampSchema,
};
export const inboxMailSchema = renderedMailSchema.extend(inboxEntryShape).meta({ id: 'InboxMail' });
export type InboxMail = z.output<typeof inboxMailSchema>;

const templateParams = z.object({ name: mailName, language: localeSchema });
const admin = { tag: 'mail', auth: 'session', permission: 'admin:mail' } as const;
const templateErrors = [
  'request.invalid',
  'mail.not_found',
  'mail.template_variable_unknown',
  'mail.template_variable_missing',
  'mail.template_variable_misplaced',
] as const;

export const getMailSettings = defineEndpoint({
  ...admin,
  operationId: 'getMailSettings',
  method: 'get',
  path: '/api/admin/mail/settings',
  summary: 'The SMTP server that mails leave by',
  success: { status: 200, body: mailSettingsSchema, description: 'The settings, without the password' },
  errors: [],
  forward: { to: 'qry.identity.mail-settings.v1' },
});
export const getMailSettingsRpc = forwardedRpc(getMailSettings);

export const updateMailSettings = defineEndpoint({
  ...admin,
  operationId: 'updateMailSettings',
  method: 'put',
  path: '/api/admin/mail/settings',
  summary: 'Set the SMTP server; mails that wait are tried at once',
  body: updateMailSettingsSchema,
  success: { status: 200, body: mailSettingsSchema, description: 'The settings, without the password' },
  errors: [
    'request.invalid',
    'mail.host_required',
    'mail.host_invalid',
    'mail.port_invalid',
    'mail.from_email_required',
    'mail.password_needed_again',
  ],
  forward: { to: 'cmd.identity.update-mail-settings.v1' },
});
export const updateMailSettingsRpc = forwardedRpc(updateMailSettings);

export const sendTestMail = defineEndpoint({
  ...admin,
  operationId: 'sendTestMail',
  method: 'post',
  path: '/api/admin/mail/test',
  summary: 'Send a mail by the saved settings now, and tell what came of it',
  body: z.strictObject({ to: emailSchema }),
  success: {
    status: 200,
    body: z.object({ to: z.string(), reply: z.string().describe('What the server said when it took the mail.') }),
    description: 'The server has taken the mail',
  },
  errors: [
    'request.invalid',
    'auth.throttled',
    'mail.smtp_disabled',
    'mail.password_unreadable',
    'mail.connection_failed',
    'mail.tls_failed',
    'mail.authentication_failed',
    'mail.sender_refused',
    'mail.recipient_refused',
    'mail.message_refused',
  ],
  forward: { to: 'cmd.identity.test-mail.v1', withLanguage: true, timeoutMs: 20_000 },
});
export const sendTestMailRpc = forwardedRpc(sendTestMail);

export const listMailTemplates = defineEndpoint({
  ...admin,
  operationId: 'listMailTemplates',
  method: 'get',
  path: '/api/admin/mail/templates',
  summary: 'Every mail that is sent, with its variables and texts',
  success: { status: 200, body: z.object({ data: z.array(mailTemplateSchema) }), description: 'All of them' },
  errors: [],
  forward: { to: 'qry.identity.mail-templates.v1' },
});
export const listMailTemplatesRpc = forwardedRpc(listMailTemplates);

export const getMailTemplate = defineEndpoint({
  ...admin,
  operationId: 'getMailTemplate',
  method: 'get',
  path: '/api/admin/mail/templates/{name}',
  summary: 'One of them',
  params: z.object({ name: mailName }),
  success: { status: 200, body: mailTemplateSchema, description: 'The mail' },
  errors: ['mail.not_found'],
  forward: { to: 'qry.identity.mail-template.v1' },
});
export const getMailTemplateRpc = forwardedRpc(getMailTemplate);

export const updateMailTemplate = defineEndpoint({
  ...admin,
  operationId: 'updateMailTemplate',
  method: 'put',
  path: '/api/admin/mail/templates/{name}/{language}',
  summary: 'Word a mail otherwise, in one language',
  params: templateParams,
  body: mailTextSchema,
  success: { status: 200, body: mailTemplateSchema, description: 'The mail' },
  errors: templateErrors,
  forward: { to: 'cmd.identity.update-mail-template.v1' },
});
export const updateMailTemplateRpc = forwardedRpc(updateMailTemplate);

export const resetMailTemplate = defineEndpoint({
  ...admin,
  operationId: 'resetMailTemplate',
  method: 'delete',
  path: '/api/admin/mail/templates/{name}/{language}',
  summary: 'Go back to the text that Linkway comes with',
  params: templateParams,
  success: { status: 200, body: mailTemplateSchema, description: 'The mail' },
  errors: ['request.invalid', 'mail.not_found'],
  forward: { to: 'cmd.identity.reset-mail-template.v1' },
});
export const resetMailTemplateRpc = forwardedRpc(resetMailTemplate);

export const previewMailTemplate = defineEndpoint({
  ...admin,
  operationId: 'previewMailTemplate',
  method: 'post',
  path: '/api/admin/mail/templates/{name}/{language}/preview',
  summary: 'What a mail of this text would look like, filled in with the examples; nothing is saved',
  params: templateParams,
  body: mailTextSchema,
  success: { status: 200, body: renderedMailSchema, description: 'The mail as it would arrive' },
  errors: templateErrors,
  forward: { to: 'cmd.identity.preview-mail-template.v1' },
});
export const previewMailTemplateRpc = forwardedRpc(previewMailTemplate);

export const listInboxMails = defineEndpoint({
  ...admin,
  operationId: 'listInboxMails',
  method: 'get',
  path: '/api/admin/mail/inbox',
  summary: 'Mails that were kept here as no SMTP server was set, newest first; for 30 days',
  query: pageQuery,
  success: {
    status: 200,
    body: z.object({ data: z.array(z.object(inboxEntryShape).meta({ id: 'InboxEntry' })), pagination: pagesSchema }),
    description: 'One page of them',
  },
  errors: ['request.invalid'],
  forward: { to: 'qry.identity.inbox-mails.v1' },
});
export const listInboxMailsRpc = forwardedRpc(listInboxMails);

export const getInboxMail = defineEndpoint({
  ...admin,
  operationId: 'getInboxMail',
  method: 'get',
  path: '/api/admin/mail/inbox/{id}',
  summary: 'One of them, with its content',
  params: z.object({ id: z.uuid({ error: 'request.field_type' }) }),
  success: { status: 200, body: inboxMailSchema, description: 'The mail' },
  errors: ['request.invalid', 'mail.not_found'],
  forward: { to: 'qry.identity.inbox-mail.v1' },
});
export const getInboxMailRpc = forwardedRpc(getInboxMail);
