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

  private readonly steps: Record<string, () => Promise<0 | undefined>> = {
    attempts: () => this.attempts.removeClosed(),
    key_requests: () => this.keyRequests.removeOld(),
    devices: () => this.devices.removeOld(),
    mails: () => this.mails.removeOld(),
    notifications: () => this.notifications.removeOld(),
    push_keys: () => this.pushKeys.reseal().then(() => undefined),
    links: () => this.links.removeOld(),
    setups: () => this.twoFactors.removeOld(),
    google: () => this.google.removeOld(),
    blocked: () => this.blocked.removeOld(),
    tallies: () => this.threats.removeClosedTallies(),
    threats: () => this.threats.removeOld(),
    counts: () => this.counts.removeOld(),
    reports: () => this.reports.removeOld(),
    two_factors: () => this.resealing.some(),
    plans: () => this.plans.end(),
    deletions: () => this.deletions.some(),
    refused: () => this.refused.closeSome(),
    sessions: () => this.sessions.removeOld(),
  };

  onModuleInit(): void {
    this.rounds = periodic(EVERY_MS, () => this.tidy(), { name: 'housekeeping', logger: this.logger });
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** 0: there is more, to be removed next. A step that fails keeps none of the others from what it does. */
  async tidy(): Promise<0 | undefined> {
    let more: 0 | undefined;
    for (const [step, work] of Object.entries(this.steps)) {
      try {
        more = (await work()) ?? more;
      } catch (error) {
        this.logger.warn('a step of housekeeping failed, the next round tries it again', { step, error });
      }
    }
    return more;
  }
}
