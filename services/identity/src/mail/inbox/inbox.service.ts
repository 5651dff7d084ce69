import {
  type Caller,
  type getInboxMailRpc,
  type listInboxMailsRpc,
  type RenderedMail,
  type RpcReply,
  renderedMailSchema,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Encryption } from '../../encryption/encryption.js';
import { emailKey } from '../../user/new-user.js';
import { mailTarget } from '../mail-target.js';
import type { Mail } from '../queue/mail.entity.js';
import { MailRepository } from '../queue/mail.repository.js';
import { contentOf } from '../queue/mail-queue.service.js';
import { shut } from '../template/render.js';

/** Of what was sealed by a key that is not known any more. */
const UNREADABLE: RenderedMail = { subject: '', html: '', text: '' };

/** Mails that were kept, as there was no server to send them by. */
@Injectable()
export class InboxService {
  constructor(
    private readonly mails: MailRepository,
    private readonly encryption: Encryption,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async list(page: number, limit: number): Promise<RpcReply<typeof listInboxMailsRpc>> {
    const [mails, total] = await this.mails.kept(page, limit);
    const data = mails.map((mail) => ({ ...entryOf(mail), subject: this.open(mail).subject }));
    return { data, pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
  }

  /** What is in it may open an account, so whoever reads it is told of. */
  async get(id: string, caller: Caller): Promise<RpcReply<typeof getInboxMailRpc>> {
    const mail = await this.mails.findKept(id);
    if (!mail) throw new AppError('mail.not_found');
    await this.outbox.transaction(async (manager, emit) => {
      const userId = mail.user_id ?? (await this.trail.byEmail(emailKey(mail.recipient), manager))?.id ?? null;
      const target = mailTarget(mail, userId);
      const act = { action: 'mail.inbox_mail_read', target, details: { mail: mail.mail } } as const;
      await this.trail.recordBy(caller, act, manager, emit);
    });
    return { ...entryOf(mail), ...shut(this.open(mail)) };
  }

  private open({ id, content }: Mail): RenderedMail {
    const opened = content && this.encryption.open(content, contentOf(id));
    return opened ? renderedMailSchema.parse(JSON.parse(opened)) : UNREADABLE;
  }
}

const entryOf = ({ id, mail, language, recipient, created_at }: Mail) => ({
  id,
  mail,
  language,
  to: recipient,
  created_at: created_at.toISOString(),
});
