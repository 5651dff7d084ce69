import { type ErrorCode, findMail, type RenderedMail } from '@linkway/contracts';
import { AppError, CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { IdentityConfig } from '../../config.js';
import { Encryption } from '../../encryption/encryption.js';
import { failureOf } from '../smtp/smtp-failure.js';
import { SmtpSender, type SmtpServer } from '../smtp/smtp-sender.js';
import { SmtpSettingsService } from '../smtp/smtp-settings.service.js';
import { MailTemplates } from '../template/mail-templates.service.js';
import { render } from '../template/render.js';
import type { LeasedMail } from './mail.repository.js';
import { variablesOf } from './mail-queue.service.js';

/** What becomes of a mail: `again` waits for another try. */
export type Delivery =
  | { state: 'sent' }
  | { state: 'kept'; content: RenderedMail }
  | { state: 'failed' | 'again'; error: ErrorCode | 'mail.late' | 'mail.unreadable' };

/** Where mails go at the moment: to a server, into the inbox, or nowhere, and why. */
export type Way = { to: 'server'; server: SmtpServer } | { to: 'inbox' } | { to: 'nowhere'; error: ErrorCode };

const again = (error: ErrorCode): Delivery => ({ state: 'again', error });

@Injectable()
export class MailDelivery {
  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly settings: SmtpSettingsService,
    private readonly templates: MailTemplates,
    private readonly sender: SmtpSender,
    private readonly encryption: Encryption,
  ) {}

  async way(): Promise<Way> {
    try {
      const server = await this.settings.server();
      if (server) return { to: 'server', server };
      return this.config.MAIL_INBOX ? { to: 'inbox' } : { to: 'nowhere', error: 'mail.smtp_disabled' };
    } catch (error) {
      if (error instanceof AppError && error.code === 'mail.password_unreadable')
        return { to: 'nowhere', error: error.code };
      throw error;
    }
  }

  async deliver(mail: LeasedMail, way: Way, signal: AbortSignal): Promise<Delivery> {
    if (mail.late) return { state: 'failed', error: 'mail.late' };
    if (way.to === 'nowhere') return again(way.error);
    const content = await this.compose(mail);
    if (!content) return { state: 'failed', error: 'mail.unreadable' };
    if (way.to === 'inbox') return { state: 'kept', content };
    const { id, recipient: to, language, created_at } = mail;
    try {
      await this.sender.send(way.server, { ...content, id, to, language, created_at }, signal);
      return { state: 'sent' };
    } catch (error) {
      const { code, final } = failureOf(error);
      return final ? { state: 'failed', error: code } : again(code);
    }
  }

  /** null: the key by which it was sealed is not known any more. */
  private async compose({ id, mail, language, time_zone, variables }: LeasedMail): Promise<RenderedMail | null> {
    const definition = findMail(mail);
    const values = variables && this.encryption.open(variables, variablesOf(id));
    if (!definition || !values) return null;
    const text = await this.templates.textOf(definition, language);
    return render(definition, text, JSON.parse(values) as Record<string, string>, { language, time_zone });
  }
}
