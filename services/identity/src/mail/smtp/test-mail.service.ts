import { type Locale, smtpTest } from '@linkway/contracts';
import { AppError, leavePlace, patienceLeft } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AttemptService } from '../../attempt/attempt.service.js';
import { MailTemplates } from '../template/mail-templates.service.js';
import { render } from '../template/render.js';
import { failureOf } from './smtp-failure.js';
import { SmtpSender } from './smtp-sender.js';
import { SmtpSettingsService } from './smtp-settings.service.js';

/** Of the time that the administrator waits: the rest is for the way back. */
const MOST_MS = 17_000;
const WAY_BACK_MS = 1_000;

/** Sends a mail at once, past the queue, and tells what came of it. */
@Injectable()
export class TestMailService {
  constructor(
    private readonly settings: SmtpSettingsService,
    private readonly sender: SmtpSender,
    private readonly templates: MailTemplates,
    private readonly attempts: AttemptService,
  ) {}

  async send(to: string, language: Locale, by: string | null): Promise<{ to: string; reply: string }> {
    await this.attempts.count(this.attempts.testMail(by));
    const server = await this.settings.server();
    if (!server) throw new AppError('mail.smtp_disabled');
    const created_at = new Date();
    const text = await this.templates.textOf(smtpTest, language);
    const values = { sent_at: created_at.toISOString() };
    const mail = render(smtpTest, text, values, { language, time_zone: null });
    leavePlace();
    const left = (patienceLeft() ?? Number.POSITIVE_INFINITY) - WAY_BACK_MS;
    const signal = AbortSignal.timeout(Math.max(Math.min(MOST_MS, Math.floor(left)), 0));
    try {
      const reply = await this.sender.send(server, { ...mail, id: uuidv7(), to, language, created_at }, signal);
      return { to, reply };
    } catch (error) {
      const { code, reason } = failureOf(error);
      throw new AppError(code, reason === '' ? {} : { reason }, { cause: error });
    }
  }
}
