import { type AuditDetails, type Caller, type Locale, smtpTest } from '@linkway/contracts';
import { AppError, leavePlace, Outbox, patienceLeft, withoutDeadline } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AttemptService } from '../../attempt/attempt.service.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { emailKey } from '../../user/new-user.js';
import { mailTarget } from '../mail-target.js';
import { MailTemplates } from '../template/mail-templates.service.js';
import { render } from '../template/render.js';
import { userOf } from '../user-of.js';
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
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async send(to: string, language: Locale, caller: Caller): Promise<{ to: string; reply: string }> {
    await this.attempts.count(this.attempts.testMail(userOf(caller)));
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
      await this.tell('mail.test_sent', caller, to);
      return { to, reply };
    } catch (error) {
      const { code, reason } = failureOf(error);
      await this.tell('mail.test_failed', caller, to, { reason: code });
      throw new AppError(code, reason === '' ? {} : { reason }, { cause: error });
    }
  }

  /** What was sent cannot be taken back: whoever waited for it may be gone by now. */
  private tell(
    action: 'mail.test_sent' | 'mail.test_failed',
    caller: Caller,
    to: string,
    details?: AuditDetails,
  ): Promise<void> {
    return withoutDeadline(() =>
      this.outbox.transaction(async (manager, emit) => {
        const user = await this.trail.byEmail(emailKey(to), manager);
        const target = mailTarget({ id: smtpTest.name, recipient: to }, user?.id ?? null);
        await this.trail.recordBy(caller, { action, target, details }, manager, emit);
      }),
    );
  }
}
