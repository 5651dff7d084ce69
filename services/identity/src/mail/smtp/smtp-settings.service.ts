import type { Caller, MailSettings, UpdateMailSettings } from '@linkway/contracts';
import { AppError, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Encryption } from '../../encryption/encryption.js';
import { MailRepository } from '../queue/mail.repository.js';
import { MailQueue } from '../queue/mail-queue.service.js';
import { userOf } from '../user-of.js';
import type { SmtpServer } from './smtp-sender.js';
import type { SmtpSettings } from './smtp-settings.entity.js';
import { SmtpSettingsRepository } from './smtp-settings.repository.js';

const PASSWORD = 'smtp-password';
const UNSAVED = {
  host: '',
  port: 587,
  secure: false,
  username: '',
  password: null,
  from_email: '',
  from_name: 'Linkway',
  enabled: false,
  updated_at: null,
};

@Injectable()
export class SmtpSettingsService {
  constructor(
    private readonly settings: SmtpSettingsRepository,
    private readonly encryption: Encryption,
    private readonly mails: MailRepository,
    private readonly queue: MailQueue,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async get(): Promise<MailSettings> {
    return viewOf((await this.settings.find()) ?? UNSAVED);
  }

  async update(given: UpdateMailSettings, caller: Caller): Promise<MailSettings> {
    if (given.enabled && given.host === '') throw fieldError('host', 'mail.host_required');
    if (given.enabled && given.from_email === '') throw fieldError('from_email', 'mail.from_email_required');
    const saved = await this.outbox.transaction(async (manager, emit) => {
      const former = await this.settings.hold(manager);
      const row = { ...given, password: this.passwordOf(given, former), updated_by: userOf(caller) };
      const next = await this.settings.save(row, manager);
      const target = { kind: 'mail_settings', id: 'smtp' } as const;
      const details = { changed: changedFields(former ?? UNSAVED, next), host: next.host, enabled: next.enabled };
      await this.trail.recordBy(caller, { action: 'mail.settings_changed', target, details }, manager, emit);
      return next;
    });
    if (saved.enabled) {
      await this.mails.tryAllNow();
      this.queue.wake();
    }
    return viewOf(saved);
  }

  /** Where mails leave by; null while it is switched off. */
  async server(): Promise<SmtpServer | null> {
    const saved = await this.settings.find();
    if (!saved?.enabled) return null;
    const password = saved.password === null ? '' : this.encryption.open(saved.password, PASSWORD);
    if (password === null) throw new AppError('mail.password_unreadable');
    const { host, port, secure, username, from_email, from_name } = saved;
    return { host, port, secure, username, password, from_email, from_name };
  }

  /** A saved password goes to the server that it was saved for and to no other, whoever asks. */
  private passwordOf({ password, ...given }: UpdateMailSettings, former: SmtpSettings | null): Buffer | null {
    if (given.username === '' || password === '') return null;
    if (password !== undefined) return this.encryption.seal(password, PASSWORD);
    if (!former?.password) return null;
    const isSame = (['host', 'port', 'secure', 'username'] as const).every((field) => given[field] === former[field]);
    if (!isSame) throw fieldError('password', 'mail.password_needed_again');
    return former.password;
  }
}

const FIELDS = ['host', 'port', 'secure', 'username', 'from_email', 'from_name', 'enabled'] as const;

/** By their names alone: what a password is nobody is told, nor whether it is the same as before. */
function changedFields(former: Omit<Shown, 'updated_at'>, next: Omit<Shown, 'updated_at'>): string {
  const changed: string[] = FIELDS.filter((field) => former[field] !== next[field]);
  const isSamePassword = former.password?.toString('base64') === next.password?.toString('base64');
  return [...changed, ...(isSamePassword ? [] : ['password'])].join(' ');
}

type Shown = Omit<SmtpSettings, 'id' | 'updated_by' | 'updated_at'> & { updated_at: Date | null };

const viewOf = ({
  host,
  port,
  secure,
  username,
  password,
  from_email,
  from_name,
  enabled,
  updated_at,
}: Shown): MailSettings => ({
  host,
  port,
  secure,
  username,
  password_set: password !== null,
  from_email,
  from_name,
  enabled,
  updated_at: updated_at?.toISOString() ?? null,
});
