import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { type BaseConfig, CONFIG } from '../config/service-config.js';
import { REMOVED_AT_ONCE, removeSome } from '../database/remove-some.js';
import { queryNamed } from '../database/statement.js';
import type { EventMeta } from '../events/on-event.decorator.js';
import { AppLogger } from '../log/logger.js';
import { type Periodic, periodic } from '../periodic/periodic.js';

/** A dead letter that is replayed, and what a restored stream delivers again, must still be recognised. */
const KEEP_AT_LEAST_DAYS = 14;
const CLEAN_EVERY_MS = 3_600_000;

// What a former release wrote has no handler, and stands for all of them.
const NOTE = {
  name: 'inbox-note',
  text: `INSERT INTO inbox (event_id, handler)
    SELECT $1::uuid, $2::text WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE event_id = $1::uuid AND handler = '')
    ON CONFLICT DO NOTHING RETURNING event_id`,
};

const NOTE_EACH = {
  name: 'inbox-note-each',
  text: `INSERT INTO inbox (event_id, handler)
    SELECT id, handler FROM unnest($1::uuid[], $2::text[]) AS given (id, handler)
    WHERE NOT EXISTS (SELECT 1 FROM inbox WHERE event_id = id AND inbox.handler = '')
    ORDER BY id, handler
    ON CONFLICT DO NOTHING RETURNING event_id, handler`,
};

type Handled = Pick<EventMeta, 'id' | 'handler'>;
const nameOf = ({ id, handler }: Handled): string => `${id} ${handler}`;

/** Makes an event's effect happen once in each handler, however often it is delivered. */
@Injectable()
export class Inbox implements OnModuleDestroy {
  private readonly cleaning: Periodic;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    logger: AppLogger,
    @Inject(CONFIG) private readonly config: BaseConfig,
  ) {
    this.cleaning = periodic(CLEAN_EVERY_MS, () => this.forget(), { name: 'cleaning the inbox', logger });
  }

  /** Runs `effect` in one transaction with the note that it happened; false when it had happened before. */
  once(meta: Handled, effect: (manager: EntityManager) => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const inserted = await queryNamed(manager, NOTE, [meta.id, meta.handler]);
      if (inserted.length === 0) return false;
      await effect(manager);
      return true;
    });
  }

  /** The same for many at once: `effect` gets those that had not happened before, in their order. */
  onceEach<E extends { meta: Handled }>(
    events: readonly E[],
    effect: (manager: EntityManager, events: E[]) => Promise<void>,
  ): Promise<void> {
    // An event may be there twice.
    const names = events.map(({ meta }) => nameOf(meta));
    const different = events.filter(({ meta }, place) => names.indexOf(nameOf(meta)) === place);
    return this.database.transaction(async (manager) => {
      const noted = await queryNamed<{ event_id: string; handler: string }>(manager, NOTE_EACH, [
        different.map(({ meta }) => meta.id),
        different.map(({ meta }) => meta.handler),
      ]);
      const fresh = new Set(noted.map(({ event_id: id, handler }) => nameOf({ id, handler })));
      const left = different.filter(({ meta }) => fresh.has(nameOf(meta)));
      if (left.length > 0) await effect(manager, left);
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.cleaning.stop();
  }

  /** Forgets some of what cannot come again; 0: there is more, to be forgotten next. */
  forget(rows = REMOVED_AT_ONCE): Promise<0 | undefined> {
    const { DEAD_LETTER_KEEP_DAYS, EVENT_STREAM_KEEP_HOURS } = this.config;
    const days = Math.max(KEEP_AT_LEAST_DAYS, DEAD_LETTER_KEEP_DAYS, Math.ceil(EVENT_STREAM_KEEP_HOURS / 24)) + 1;
    const old = { table: 'inbox', by: 'handled_at', where: '< now() - make_interval(days => $1)', values: [days] };
    return removeSome(this.database, old, rows);
  }
}
