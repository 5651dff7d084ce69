import { type SecurityPolicy, securityChanged, type UpdateSecuritySettings } from '@linkway/contracts';
import type { Emit, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { BlockedAddressRepository } from './blocked-address.repository.js';
import type { SecuritySettingsRow } from './security-settings.entity.js';
import { SecuritySettingsRepository } from './security-settings.repository.js';
import { securityPolicy } from './security-settings.view.js';

type Manager = Parameters<Parameters<Outbox['transaction']>[0]>[0];

/** What nodes keep of the security centre: settings and blocked addresses, under one version. */
@Injectable()
export class SecurityNews {
  constructor(
    private readonly settings: SecuritySettingsRepository,
    private readonly blocked: BlockedAddressRepository,
  ) {}

  async policy(): Promise<SecurityPolicy> {
    // In this order: what is blocked meanwhile has a newer version, by which it comes again.
    const settings = await this.settings.find();
    return securityPolicy(settings, await this.blocked.list());
  }

  /** Whoever changes something at once follows, until the transaction ends. */
  hold(manager: Manager): Promise<SecuritySettingsRow> {
    return this.settings.hold(manager);
  }

  /** Saves what became otherwise, under the next version, and tells every node. */
  async tell(
    held: SecuritySettingsRow,
    manager: Manager,
    emit: Emit,
    changed?: { settings: UpdateSecuritySettings; by: string },
  ): Promise<SecuritySettingsRow> {
    const row = changed
      ? await this.settings.save(held, changed.settings, changed.by, manager)
      : await this.settings.raiseVersion(held, manager);
    emit(securityChanged, securityPolicy(row, await this.blocked.list(manager)));
    return row;
  }
}
