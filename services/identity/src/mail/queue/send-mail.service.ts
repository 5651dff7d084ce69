import { findMail, mailValuesSchema, type RpcInput, type RpcReply, type sendMailRpc } from '@linkway/contracts';
import { AppError, invalidInput } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../user/user.repository.js';
import { MailQueue } from './mail-queue.service.js';

type Asked = RpcInput<typeof sendMailRpc>;

/** Takes the mails of other services. */
@Injectable()
export class SendMailService {
  constructor(
    private readonly users: UserRepository,
    private readonly queue: MailQueue,
  ) {}

  async send({ key, mail: name, to, language, variables, send_before }: Asked): Promise<RpcReply<typeof sendMailRpc>> {
    const mail = findMail(name);
    if (!mail) throw new AppError('mail.not_found');
    const values = mailValuesSchema(mail).safeParse(variables);
    if (!values.success) throw invalidInput(values.error);
    const recipient = await this.recipientOf(to);
    const { id, queued } = await this.queue.add({
      key,
      mail,
      to: recipient,
      language: language ?? recipient.language ?? 'en',
      variables: values.data,
      send_before: send_before === undefined ? null : new Date(send_before),
    });
    if (queued) this.queue.wake();
    return { mail_id: id, queued };
  }

  private async recipientOf(to: Asked['to']) {
    if ('email' in to) return { user_id: null, email: to.email, time_zone: null, language: null };
    const [user] = await this.users.findAll([to.user_id]);
    if (!user) throw new AppError('mail.recipient_unknown');
    return { user_id: user.id, email: user.email, time_zone: user.profile.timezone, language: user.language };
  }
}
