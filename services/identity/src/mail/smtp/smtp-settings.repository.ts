import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
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

  /** Saves what `change` makes of the saved ones; two at once follow each other. */
  replace(change: (saved: SmtpSettings | null) => SmtpSettingsRow): Promise<SmtpSettings> {
    return this.settings.manager.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
      const row = change(await manager.findOneBy(SmtpSettings, { id: 1 }));
      return manager.save(SmtpSettings, { ...row, id: 1, updated_at: new Date() });
    });
  }
}
