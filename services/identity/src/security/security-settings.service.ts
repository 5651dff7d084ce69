import {
  type Caller,
  type SecurityPolicy,
  type SecuritySettings,
  type UpdateSecuritySettings,
} from '@linkway/contracts';
import { AddressList, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { MailDelivery } from '../mail/queue/delivery.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import { UserRepository } from '../user/user.repository.js';
import { AdministratorSession } from './administrator-session.js';
import { SecurityNews } from './security-news.js';
import { SecuritySettingsRow } from './security-settings.entity.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';
import { securitySettings, settingChanges } from './security-settings.view.js';

type Manager = Parameters<Parameters<Outbox['transaction']>[0]>[0];

const TARGET = { kind: 'security_settings', id: 'platform' } as const;

/** The settings of the security centre in the hands of administrators, none of whom locks themselves out by them. */
@Injectable()
export class SecuritySettingsService {
  constructor(
    private readonly settings: SecuritySettingsRepository,
    private readonly news: SecurityNews,
    private readonly administrators: AdministratorSession,
    private readonly twoFactors: TwoFactorRepository,
    private readonly users: UserRepository,
    private readonly delivery: MailDelivery,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async get(): Promise<SecuritySettings> {
    return securitySettings(await this.settings.find());
  }

  policy(): Promise<SecurityPolicy> {
    return this.news.policy();
  }

  /** `ip`: of whoever changes them. */
  async update(changes: UpdateSecuritySettings, ip: string, caller: Caller): Promise<SecuritySettings> {
    const by = await this.administrators.require(caller);
    // Before the row is held: who holds it waits for no second connection, which those who wait for the row may have.
    const isMute = changes.email_verification_required === true && (await this.delivery.way()).to === 'nowhere';
    const saved = await this.outbox.transaction(async (manager, emit) => {
      const former = await this.news.hold(manager);
      const next = Object.assign(new SecuritySettingsRow(), former, changes);
      const acts = settingChanges(former, next);
      if (acts.length === 0) return former;
      requireOwnAddress(next, ip);
      if (next.admin_two_factor_required && !former.admin_two_factor_required)
        await this.requireOwnTwoFactor(by, manager);
      if (next.email_verification_required && !former.email_verification_required) {
        await this.requireConfirmation(by, isMute, manager);
      }
      const row = await this.news.tell(former, manager, emit, { settings: changes, by });
      for (const { changed, from, to } of acts) {
        const details = { changed, from, to };
        const act = { action: 'security.settings_changed', target: TARGET, details } as const;
        await this.trail.recordBy(caller, act, manager, emit);
      }
      return row;
    });
    return securitySettings(saved);
  }

  /** Others may be shut out for as long as they have not confirmed, so there has to be a way to. */
  private async requireConfirmation(userId: string, isMute: boolean, manager: Manager): Promise<void> {
    const asked = 'email_verification_required';
    if (!(await this.users.hasConfirmed(userId, manager))) throw fieldError(asked, 'security.own_email_unconfirmed');
    if (isMute) throw fieldError(asked, 'security.mail_unavailable');
  }

  private async requireOwnTwoFactor(userId: string, manager: Manager): Promise<void> {
    if (await this.twoFactors.isEnabled(userId, manager)) return;
    throw fieldError('admin_two_factor_required', 'security.own_two_factor_missing');
  }
}

function requireOwnAddress({ ip_whitelist_enabled, ip_whitelist }: SecuritySettingsRow, ip: string): void {
  if (!ip_whitelist_enabled || new AddressList(ip_whitelist).has(ip)) return;
  throw fieldError('ip_whitelist', 'security.own_address_missing', { address: ip });
}
