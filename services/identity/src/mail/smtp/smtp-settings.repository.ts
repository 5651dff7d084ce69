import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { SmtpSettings } from './smtp-settings.entity.js';

const LOCK = "hashtextextended('linkway.identity.smtp-settings', 0)";

export type SmtpSettingsRow = Omit<SmtpSettings, 'id' | 'updated_at'>;

@Injectable()
export class SmtpSettingsRepository {
  constructor(@InjectRepository(SmtpSettings) private readonly settings: Repository<SmtpSettings>) {}

  /** null: never saved. */
  find(): Promise<SmtpSettings | null> {
    return this.settings.findOneBy({ id: 1 });
  }

  /** As `find`; who changes them at once follows, until the transaction ends. */
  async hold(manager: EntityManager): Promise<SmtpSettings | null> {
    await manager.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    return manager.findOneBy(SmtpSettings, { id: 1 });
  }

  save(row: SmtpSettingsRow, manager: EntityManager): Promise<SmtpSettings> {
    return manager.save(SmtpSettings, { ...row, id: 1, updated_at: new Date() });
  }
}
