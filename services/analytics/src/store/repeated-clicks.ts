import type { AppLogger } from '@linkway/platform';
import { whereStored } from './click.repository.js';
import type { ClickRow } from './click.row.js';
import { ClickHouse, rows } from './clickhouse.js';

const CLICKS_AT_ONCE = 5_000;
/** Larger partitions are left to the merges of the server: both copies are in small parts, which come first. */
const MAX_PARTITION = 20_000_000;
/** What was under way is stored by then, or was given up. */
const LOOK_AFTER_MS = 35_000;

/**
 * Clicks of an insert whose outcome is not known, of which another process may have stored a part. One of the former release does not know
 * the token of the insert, so that neither refuses the other: what is there twice is united.
 */
export class RepeatedClicks {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
    private readonly lookAfterMs = LOOK_AFTER_MS,
  ) {}

  /** Looks once, later. */
  expect(clicks: readonly ClickRow[]): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      void this.look(clicks);
    }, this.lookAfterMs);
    this.timers.add(timer.unref());
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private async look(clicks: readonly ClickRow[]): Promise<void> {
    try {
      for (const { partition, size } of await this.partitions(clicks)) {
        this.logger.warn('clicks were stored twice, by a process of the former release too', { partition });
        if (size <= MAX_PARTITION) await this.unite(partition);
      }
    } catch (error) {
      this.logger.warn('clicks that may have been stored twice count so until they are merged', { error });
    }
  }

  /** Those that have some of these clicks twice. */
  private async partitions(clicks: readonly ClickRow[]): Promise<{ partition: string; size: number }[]> {
    const found = new Set<string>();
    for (let start = 0; start < clicks.length; start += CLICKS_AT_ONCE) {
      const { where, params, settings } = whereStored(clicks.slice(start, start + CLICKS_AT_ONCE));
      const repeated = await rows<{ partition: string }>(
        this.clickhouse.background,
        `SELECT DISTINCT partition FROM (
           SELECT _partition_id AS partition FROM clicks ${where} GROUP BY partition, event_id HAVING count() > 1
         )`,
        params,
        settings,
      );
      for (const { partition } of repeated) found.add(partition);
    }
    if (found.size === 0) return [];
    const sizes = await rows<{ partition: string; size: string }>(
      this.clickhouse.background,
      `SELECT partition_id AS partition, sum(rows) AS size FROM system.parts
       WHERE database = currentDatabase() AND active AND table = '${this.table}' GROUP BY partition`,
    );
    return sizes
      .filter(({ partition }) => found.has(partition))
      .map(({ partition, size }) => ({ partition, size: Number(size) }));
  }

  private async unite(partition: string): Promise<void> {
    await this.clickhouse.patient().command({
      query: `OPTIMIZE TABLE ${this.table}${this.clickhouse.engines.onCluster} PARTITION ID '${partition}' FINAL`,
    });
  }

  private get table(): string {
    return this.clickhouse.engines.local('clicks');
  }
}
