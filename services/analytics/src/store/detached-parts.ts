import { AppLogger, Metrics } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ClickHouse, rows } from './clickhouse.js';

/** Parts of tables that ClickHouse found broken and put aside: their clicks are missing from every answer. */
@Injectable()
export class DetachedParts implements OnApplicationBootstrap {
  private readonly gauge;

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.gauge = metrics.gauge('analytics_detached_parts', 'Parts that ClickHouse put aside because they are broken', [
      'table',
    ]);
  }

  onApplicationBootstrap(): void {
    void this.clickhouse
      .untilOpen()
      .then(() =>
        this.count().catch((error: unknown) => this.logger.warn('broken parts cannot be counted', { error })),
      );
  }

  async count(): Promise<void> {
    const found = await rows<{ table: string; parts: number; names: string[] }>(
      this.clickhouse.background,
      `SELECT table, toUInt32(count()) AS parts, groupArray(20)(name) AS names FROM system.detached_parts
       WHERE database = currentDatabase() AND (reason LIKE 'broken%' OR reason LIKE 'noquorum%' OR reason LIKE 'covered-by-broken%')
       GROUP BY table`,
    );
    this.gauge.reset();
    for (const { table, parts, names } of found) {
      this.gauge.set({ table }, parts);
      this.logger.error('parts of a table are broken and were put aside: restore them from a backup', {
        table,
        parts,
        names: names.join(' '),
      });
    }
  }
}
