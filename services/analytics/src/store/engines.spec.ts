import { describe, expect, it } from '@jest/globals';
import { enginesFor } from './engines.js';
import { createClicks } from './migrations/0001-clicks.js';
import { createClickDays } from './migrations/0002-click-days.js';
import { addDaysUpAnew } from './migrations/0003-click-day-runs-anew.js';
import { keepRefusedLetters } from './migrations/0004-refused-letters.js';
import { nameInserts } from './migrations/0005-names-of-inserts.js';
import { createLooks } from './migrations/0006-looked-at-days.js';
import { rememberTokensLonger } from './migrations/0007-longer-memory-of-tokens.js';
import { plainValues } from './migrations/0008-plain-values.js';
import { totalsByQuarter } from './migrations/0009-totals-by-quarter.js';

const sql = (cluster: string) =>
  [createClicks, createClickDays, createLooks, totalsByQuarter].flatMap((migration) =>
    migration.statements(enginesFor(cluster)),
  );

describe('enginesFor', () => {
  it('has plain tables on one server', () => {
    const all = sql('').join('\n');
    expect(all).not.toMatch(/Replicated|Distributed|ON CLUSTER|_local/);
    expect(all).toContain('non_replicated_deduplication_window');
  });

  it('has replicated tables, and one over the shards for each, in a cluster', () => {
    const statements = sql('main');
    const tables = statements.filter((statement) => statement.includes('_local ON CLUSTER'));
    expect(tables.every((statement) => statement.includes("ON CLUSTER 'main'"))).toBe(true);
    expect(statements.filter((statement) => statement.includes('ENGINE = Replicated'))).toHaveLength(8);
    expect(statements.filter((statement) => statement.includes("ENGINE = Distributed('main'"))).toHaveLength(8);
    expect(statements.join('\n')).not.toContain('non_replicated');
  });

  it('forgets additions on every replica', () => {
    expect(addDaysUpAnew.statements(enginesFor('main'))).toEqual([
      "TRUNCATE TABLE IF EXISTS click_day_runs_local ON CLUSTER 'main'",
    ]);
  });

  it('remembers tokens longer on every replica', () => {
    expect(rememberTokensLonger.statements(enginesFor('main'))[0]).toBe(
      "ALTER TABLE clicks_local ON CLUSTER 'main' MODIFY SETTING replicated_deduplication_window = 10000",
    );
  });

  it.each([keepRefusedLetters, nameInserts])(
    'adds a column to the table of a shard, and to the one over all',
    (one) => {
      const tables = (cluster: string) =>
        one.statements(enginesFor(cluster)).map((statement) => / TABLE (.*) ADD /.exec(statement)?.[1]);
      expect(tables('')).toEqual(['ingest_ranges']);
      expect(tables('main')).toEqual(["ingest_ranges_local ON CLUSTER 'main'", "ingest_ranges ON CLUSTER 'main'"]);
    },
  );

  it('changes a column of the table of a shard, and of the one over all', () => {
    const tables = (cluster: string) =>
      plainValues.statements(enginesFor(cluster)).map((statement) => / TABLE (.*) MODIFY /.exec(statement)?.[1]);
    expect(tables('')).toEqual(['click_days']);
    expect(tables('main')).toEqual(["click_days_local ON CLUSTER 'main'", "click_days ON CLUSTER 'main'"]);
  });

  it('refuses a name that is none', () => expect(() => enginesFor("x' --")).toThrow());
});
