import { AppLogger, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DueDeletions } from '../account-deletion/due-deletions.js';
import { AccountLinkRepository } from '../account-link/account-link.repository.js';
import { ApiKeyRequestRepository } from '../api-key/api-key-request.repository.js';
import { AttemptRepository } from '../attempt/attempt.repository.js';
import { RefusedActs } from '../audit/refused-acts.js';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import { GoogleSignInRepository } from '../google/google-sign-in.repository.js';
import { MailRepository } from '../mail/queue/mail.repository.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { PushKeys } from '../push/push-keys.js';
import { CountedReportRepository } from '../report/counted-report.repository.js';
import { BlockedAddressRepository } from '../security/blocked-address.repository.js';
import { SessionRepository } from '../session/session.repository.js';
import { SecurityCountRepository } from '../threat/security-count.repository.js';
import { ThreatRepository } from '../threat/threat.repository.js';
import { Resealing } from '../two-factor/resealing.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import { EndedPlans } from '../user-administration/ended-plans.js';

const EVERY_MS = 10 * 60_000;

/** Removes what is of no use any more, seals anew what a former key has sealed, ends plans and deletes accounts whose time is over, a little at a time. Every process does it; none waits for another. */
@Injectable()
export class HousekeepingService implements OnModuleInit, OnModuleDestroy {
  private rounds: Periodic | null = null;

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly keyRequests: ApiKeyRequestRepository,
    private readonly sessions: SessionRepository,
    private readonly devices: KnownDeviceRepository,
    private readonly mails: MailRepository,
    private readonly notifications: NotificationRepository,
    private readonly pushKeys: PushKeys,
    private readonly links: AccountLinkRepository,
    private readonly twoFactors: TwoFactorRepository,
    private readonly google: GoogleSignInRepository,
    private readonly blocked: BlockedAddressRepository,
    private readonly threats: ThreatRepository,
    private readonly counts: SecurityCountRepository,
    private readonly reports: CountedReportRepository,
    private readonly resealing: Resealing,
    private readonly plans: EndedPlans,
    private readonly deletions: DueDeletions,
    private readonly refused: RefusedActs,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.tidy(), { name: 'housekeeping', logger: this.logger });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** 0: there is more, to be removed next. */
  async tidy(): Promise<0 | undefined> {
    const attempts = await this.attempts.removeClosed();
    const keyRequests = await this.keyRequests.removeOld();
    const devices = await this.devices.removeOld();
    const mails = await this.mails.removeOld();
    const notifications = await this.notifications.removeOld();
    await this.pushKeys.reseal();
    const links = await this.links.removeOld();
    const setups = await this.twoFactors.removeOld();
    const google = await this.google.removeOld();
    const blocked = await this.blocked.removeOld();
    const tallies = await this.threats.removeClosedTallies();
    const threats = await this.threats.removeOld();
    const counts = await this.counts.removeOld();
    const reports = await this.reports.removeOld();
    const resealed = await this.resealing.some();
    const plans = await this.plans.end();
    const deletions = await this.deletions.some();
    const refused = await this.refused.closeSome();
    return (
      (await this.sessions.removeOld()) ??
      plans ??
      deletions ??
      attempts ??
      keyRequests ??
      devices ??
      mails ??
      notifications ??
      links ??
      setups ??
      google ??
      blocked ??
      tallies ??
      threats ??
      counts ??
      reports ??
      resealed ??
      refused
    );
  }
}
