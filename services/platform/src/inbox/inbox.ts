import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AppLogger } from '../log/logger.js';

/** Longer than any stream keeps an event, so nothing that is forgotten here can come again. */
const KEEP_DAYS = 14;
const CLEAN_EVERY_MS = 3_600_000;

/** Makes an event's effect happen once, however often it is delivered. */
@Injectable()
export class Inbox implements OnModuleDestroy {
  private readonly cleaning: NodeJS.Timeout;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly logger: AppLogger,
  ) {
    this.cleaning = setInterval(() => void this.clean(), CLEAN_EVERY_MS);
    this.cleaning.unref();
  }

  /** Runs `effect` in one transaction with the note that it happened; false when it had happened before. */
  once(eventId: string, effect: (manager: EntityManager) => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const inserted: unknown[] = await manager.query(
        'INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id',
        [eventId],
      );
      if (inserted.length === 0) return false;
      await effect(manager);
      return true;
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.cleaning);
  }

  private async clean(): Promise<void> {
    await this.database
      .query(`DELETE FROM inbox WHERE handled_at < now() - make_interval(days => $1)`, [KEEP_DAYS])
      .catch((error: unknown) => this.logger.warn('inbox could not be cleaned', { error }));
  }
}
