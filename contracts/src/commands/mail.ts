import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { type Locale, localeSchema } from '../envelope.js';
import { emailSchema } from '../http/auth.js';
import { type MailDefinition, type MailValues, mailValuesSchema } from '../mails/index.js';
import { idSchema, lineOfText, timestampSchema } from '../text.js';

const recipientSchema = z.union([z.object({ user_id: idSchema }), z.object({ email: emailSchema })]);

export const sendMailRpc = defineRpc('cmd.identity.send-mail.v1', {
  summary: 'Send a mail of the registry to somebody; it waits in a queue until the mail server has taken it',
  permission: null,
  open: 'A service asks for what happened in it; NATS lets only those ask that declare it.',
  request: z.object({
    key: lineOfText(200)
      .min(1)
      .describe(
        'Names this mail: whoever asks again with the same key changes nothing. `teams.invitation:<its id>`, say.',
      ),
    mail: z.string().max(64).describe('Its name in the registry.'),
    to: recipientSchema,
    language: localeSchema.optional().describe("Absent: the user's own where it is known, else English."),
    variables: z.record(z.string().max(64), z.string()),
    send_before: timestampSchema
      .optional()
      .describe('It is of no use later. A day from now where it is absent, which is the latest anyway.'),
  }),
  reply: z.object({
    mail_id: z.uuid(),
    queued: z.boolean().describe('false: it was asked for before.'),
  }),
});

interface MailRequest<M extends MailDefinition> {
  key: string;
  to: z.input<typeof recipientSchema>;
  language?: Locale;
  variables: MailValues<M>;
  send_before?: string;
}

/** What to ask `sendMailRpc` for. Throws where a value does not fit its variable, as identity would refuse it. */
export const mailRequest = <M extends MailDefinition>(mail: M, request: MailRequest<M>) => ({
  ...request,
  mail: mail.name,
  variables: mailValuesSchema(mail).parse(request.variables),
});
