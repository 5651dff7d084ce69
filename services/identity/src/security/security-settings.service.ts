import {
  type Caller,
  type SecurityPolicy,
  type SecuritySettings,
  securityChanged,
  type UpdateSecuritySettings,
} from '@linkway/contracts';
import { AddressList, AppError, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { SessionService } from '../session/session.service.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';
import { SecuritySettingsRow } from './security-settings.entity.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';
import { securityPolicy, securitySettings, settingChanges } from './security-settings.view.js';

const TARGET = { kind: 'security_settings', id: 'platform' } as const;

/** The settings of the security centre in the hands of administrators, none of whom locks themselves out by them. */
@Injectable()
export class SecuritySettingsService {
  constructor(
    private readonly settings: SecuritySettingsRepository,
    private readonly sessions: SessionService,
    private readonly twoFactors: TwoFactorRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async get(): Promise<SecuritySettings> {
    return securitySettings(await this.settings.find());
  }

  async policy(): Promise<SecurityPolicy> {
    return securityPolicy(await this.settings.find());
  }

  /** `ip`: of whoever changes them. */
  async update(changes: UpdateSecuritySettings, ip: string, caller: Caller): Promise<SecuritySettings> {
    const by = await this.requireSession(caller);
    const saved = await this.outbox.transaction(async (manager, emit) => {
      const former = await this.settings.hold(manager);
      const next = Object.assign(new SecuritySettingsRow(), former, changes);
      const acts = settingChanges(former, next);
      if (acts.length === 0) return former;
      requireOwnAddress(next, ip);
      if (next.admin_two_factor_required && !former.admin_two_factor_required) await this.requireOwnTwoFactor(by);
      const row = await this.settings.save(former, changes, by, manager);
      emit(securityChanged, securityPolicy(row));
      for (const { changed, from, to } of acts) {
        const details = { changed, from, to };
        const act = { action: 'security.settings_changed', target: TARGET, details } as const;
        await this.trail.recordBy(caller, act, manager, emit);
      }
      return row;
    });
    return securitySettings(saved);
  }

  /** By what the caller is in this moment: a gateway may have it from a moment ago. */
  private async requireSession(caller: Caller): Promise<string> {
    if (caller.kind === 'service') throw new AppError('auth.forbidden');
    const { user, user_id } = await this.sessions.ofCaller(caller);
    if (user.role !== 'admin') throw new AppError('auth.forbidden');
    return user_id;
  }

  private async requireOwnTwoFactor(userId: string): Promise<void> {
    if (await this.twoFactors.isEnabled(userId)) return;
    throw fieldError('admin_two_factor_required', 'security.own_two_factor_missing');
  }
}

function requireOwnAddress({ ip_whitelist_enabled, ip_whitelist }: SecuritySettingsRow, ip: string): void {
  if (!ip_whitelist_enabled || new AddressList(ip_whitelist).has(ip)) return;
  throw fieldError('ip_whitelist', 'security.own_address_missing', { address: ip });
}
