import type { ClickHouseClient } from '@clickhouse/client';
import type { AppLogger } from '@linkway/platform';
import { clicksByDay } from './clicks-table.js';
import type { Engines } from './engines.js';
import { createClicks } from './migrations/0001-clicks.js';
import { createClickDays } from './migrations/0002-click-days.js';
import { addDaysUpAnew } from './migrations/0003-click-day-runs-anew.js';
import { keepRefusedLetters } from './migrations/0004-refused-letters.js';
import { nameInserts } from './migrations/0005-names-of-inserts.js';
import { createLooks } from './migrations/0006-looked-at-days.js';
import { rememberTokensLonger } from './migrations/0007-longer-memory-of-tokens.js';
import { plainValues } from './migrations/0008-plain-values.js';
import { totalsByQuarter } from './migrations/0009-totals-by-quarter.js';
import { totalsOfGuests } from './migrations/0010-totals-of-guests.js';
import { createAuditLog } from './migrations/0011-audit-log.js';
import { deletedAccounts } from './migrations/0012-deleted-accounts.js';
import { createOrphanVisits } from './migrations/0014-orphan-visits.js';

/** A step of the schema. A merged one is never edited; its statements may run again after a crash half-way. */
export interface Migration {
  readonly id: string;
  statements(on: Engines): string[];
}

const migrations: readonly Migration[] = [
  createClicks,
  createClickDays,
  addDaysUpAnew,
  keepRefusedLetters,
  nameInserts,
  createLooks,
  rememberTokensLonger,
  plainValues,
  totalsByQuarter,
  totalsOfGuests,
  createAuditLog,
  deletedAccounts,
  createOrphanVisits,
];

/** Brings the schema up to date; what was applied is kept in `schema_migrations`. */
export async function migrate(client: ClickHouseClient, engines: Engines, logger: AppLogger): Promise<void> {
  const table = engines.local('schema_migrations');
  await client.command({
    query:
      `CREATE TABLE IF NOT EXISTS ${table}${engines.onCluster} (id String, applied_at DateTime DEFAULT now()) ` +
      `ENGINE = ${engines.plain()} ORDER BY id`,
  });
  const result = await client.query({ query: `SELECT id FROM ${table}`, format: 'JSONEachRow' });
  const applied = new Set((await result.json<{ id: string }>()).map((row) => row.id));
  // A new store begins by day. What a former release has begun is moved to days (by-day/), a cluster keeps its months.
  if (applied.size === 0 && engines.onCluster === '') await client.command({ query: clicksByDay(engines, 'clicks') });
  for (const migration of migrations.filter(({ id }) => !applied.has(id))) {
    for (const query of migration.statements(engines)) await client.command({ query });
    await client.insert({ table, values: [{ id: migration.id }], format: 'JSONEachRow' });
    logger.info('migration applied', { migration: migration.id });
  }
}
