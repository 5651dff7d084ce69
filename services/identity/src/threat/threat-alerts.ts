import {
  type MailDefinition,
  type MailValues,
  securityAlert,
  securityAlertSummary,
  threatDetected,
  threatNames,
  threatsDetected,
} from '@linkway/contracts';
import { AppLogger, CONFIG, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { nameInMail, recipientOf, webAddress } from '../account-link/account-mails.js';
import type { IdentityConfig } from '../config.js';
import { MailQueue } from '../mail/queue/mail-queue.service.js';
import { Notifier } from '../notification/notifier.js';
import { SecuritySettingsRepository } from '../security/security-settings.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { type DueAlert, MOST_TOGETHER, ThreatAlertRepository } from './threat-alert.repository.js';

type Manager = Parameters<Parameters<Outbox['transaction']>[0]>[0];

const EVERY_MS = 5_000;

/** Tells administrators of threats that have begun, each once. Any number of processes do so, one at a time. */
@Injectable()
export class ThreatAlerts implements OnModuleInit, OnModuleDestroy {
  private rounds: Periodic | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly alerts: ThreatAlertRepository,
    private readonly settings: SecuritySettingsRepository,
    private readonly users: UserRepository,
    private readonly queue: MailQueue,
    private readonly notifier: Notifier,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.round(), { name: 'telling of threats', logger: this.logger });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  async round(): Promise<void> {
    if (!(await this.alerts.areDue())) return;
    const told = await this.outbox.transaction(async (manager) => {
      if (!(await this.alerts.hold(manager))) return false;
      if ((await this.alerts.due(1, manager)).length === 0) return false;
      const { suspicious_activity_alerts } = await this.settings.find(manager);
      if (suspicious_activity_alerts) return this.tell(manager);
      await this.alerts.setAlerted(idsOf(await this.alerts.due(MOST_TOGETHER, manager)), null, manager);
      return false;
    });
    if (!told) return;
    this.queue.wake();
    this.notifier.wake();
  }

  /** Mails come before the threats' own rows: who deletes an account takes it before what hangs on it, too. */
  private async tell(manager: Manager): Promise<boolean> {
    const { single, summary } = await this.alerts.left(manager);
    const due = await this.alerts.due(single + (summary ? MOST_TOGETHER : 0), manager);
    const [alone, together] = [due.slice(0, single), due.slice(single)];
    for (const user of await this.users.activeAdministrators(manager)) {
      for (const threat of alone) await this.tellOf(threat, user, manager);
      if (together[0]) await this.tellSummary(together[0].id, together.length, user, manager);
    }
    await this.alerts.setAlerted(idsOf(alone), 'mail', manager);
    await this.alerts.setAlerted(idsOf(together), 'summary', manager);
    return alone.length + together.length > 0;
  }

  private async tellOf({ id, type, ip_address, first_seen }: DueAlert, user: User, manager: Manager): Promise<void> {
    const values = {
      ...this.common(user),
      threat: threatNames[languageOf(user)][type],
      ip_address: ip_address ?? '–',
      first_seen: first_seen.toISOString(),
    };
    await this.add(securityAlert, id, values, user, manager);
    const variables = { threat: type, ip_address: values.ip_address };
    const told = { userId: user.id, notification: threatDetected, key: `${threatDetected.name}:${id}`, variables };
    await this.notifier.tellIn(told, manager);
  }

  private async tellSummary(id: string, count: number, user: User, manager: Manager): Promise<void> {
    const variables = { count: String(count) };
    await this.add(securityAlertSummary, id, { ...this.common(user), ...variables }, user, manager);
    const told = { userId: user.id, notification: threatsDetected, key: `${threatsDetected.name}:${id}`, variables };
    await this.notifier.tellIn(told, manager);
  }

  private async add<M extends MailDefinition>(
    mail: M,
    id: string,
    variables: MailValues<M>,
    user: User,
    manager: Manager,
  ): Promise<void> {
    const key = `${mail.name}:${id}:${user.id}`;
    const to = recipientOf(user);
    await this.queue.add({ key, mail, to, language: languageOf(user), variables, send_before: null }, manager);
  }

  private common(user: User) {
    return {
      user_name: nameInMail(user),
      security_link: webAddress(this.config.PUBLIC_URL, '/dashboard?tab=security'),
    };
  }
}

const languageOf = ({ language }: User) => language ?? 'en';
const idsOf = (due: readonly DueAlert[]): string[] => due.map(({ id }) => id);
