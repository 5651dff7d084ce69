import { describe, expect, it } from '@jest/globals';
import { IdempotencyService } from '../src/idempotency/idempotency.service.js';
import { ChangeService } from '../src/quota/change.service.js';
import { QuotaService } from '../src/quota/quota.service.js';
import { useLinks } from './harness.js';

const links = useLinks();
const ROUND = 10_000;

const left = async (table: string): Promise<number> =>
  (await links.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE key LIKE 'filler%'`))[0]?.n ?? -1;

/** Rows that may go, and one that may not. */
const fill = (table: string, columns: string, old: string, young: string) =>
  links.query(
    `INSERT INTO ${table} (${columns}) SELECT 'filler ' || n, ${old} FROM generate_series(1, 12000) n
     UNION ALL SELECT 'filler that stays', ${young}`,
  );

const cases = [
  [
    'idempotency_keys',
    () =>
      fill(
        'idempotency_keys',
        'key, scope, request_hash, created_at',
        `'', '', now() - interval '2 days'`,
        `'', '', now()`,
      ),
    () => links.service.get<IdempotencyService>(IdempotencyService).clean(),
  ],
  [
    'guest_usage',
    () => fill('guest_usage', 'key, day, used', `'2026-01-01', 1`, `'9999-01-01', 1`),
    () => links.service.get<QuotaService>(QuotaService).clean(),
  ],
  [
    'change_usage',
    () => fill('change_usage', 'key, hour, used', `'2026-01-01T00', 1`, `'9999-01-01T00', 1`),
    () => links.service.get<ChangeService>(ChangeService).clean(),
  ],
] as const;

describe('what is old leaves', () => {
  it.each(cases)('%s, a little at a time, until the round that finds no more', async (table, make, clean) => {
    await make();
    expect(await clean()).toBe(0);
    expect(await left(table)).toBe(12_001 - ROUND);
    expect(await clean()).toBeUndefined();
    expect(await left(table)).toBe(1);
  });

  it.each(cases)('%s, several at once, none waits for another', async (table, make, clean) => {
    await links.query(`DELETE FROM ${table} WHERE key LIKE 'filler%'`);
    await make();
    await Promise.all([clean(), clean(), clean()]);
    expect(await left(table)).toBe(1);
  });
});
