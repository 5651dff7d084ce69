import type { UpdateSecuritySettings } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { SecuritySettingsRow } from './security-settings.entity.js';

@Injectable()
export class SecuritySettingsRepository {
  constructor(@InjectRepository(SecuritySettingsRow) private readonly settings: Repository<SecuritySettingsRow>) {}

  find(manager: EntityManager = this.settings.manager): Promise<SecuritySettingsRow> {
    return manager.findOneByOrFail(SecuritySettingsRow, { id: 1 });
  }

  /** As `find`; who changes them at once follows, until the transaction ends. */
  hold(manager: EntityManager): Promise<SecuritySettingsRow> {
    return manager.findOneOrFail(SecuritySettingsRow, { where: { id: 1 }, lock: { mode: 'pessimistic_write' } });
  }

  raiseVersion(held: SecuritySettingsRow, manager: EntityManager): Promise<SecuritySettingsRow> {
    return manager.save(Object.assign(held, { version: held.version + 1 }));
  }

  save(
    former: SecuritySettingsRow,
    changes: UpdateSecuritySettings,
    by: string | null,
    manager: EntityManager,
  ): Promise<SecuritySettingsRow> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return manager.save(
      Object.assign(former, given, { version: former.version + 1, updated_at: new Date(), updated_by: by }),
    );
  }
}
