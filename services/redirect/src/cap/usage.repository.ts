import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Clicks used of links with a cap: exact, whatever number of processes counts. Other links have no row. */
@Injectable()
export class UsageRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Uses one click; false when all are used. */
  async use(linkId: string, max: number): Promise<boolean> {
    const rows: unknown[] = await this.database.query(
      `INSERT INTO link_usage (link_id, used) VALUES ($1, 1)
       ON CONFLICT (link_id) DO UPDATE SET used = link_usage.used + 1 WHERE link_usage.used < $2 RETURNING used`,
      [linkId, max],
    );
    return rows.length > 0;
  }

  async isUsedUp(linkId: string, max: number): Promise<boolean> {
    const rows: unknown[] = await this.database.query('SELECT 1 FROM link_usage WHERE link_id = $1 AND used >= $2', [
      linkId,
      max,
    ]);
    return rows.length > 0;
  }

  /** A link of which no click was used is absent. */
  async usedOf(linkIds: readonly string[]): Promise<Map<string, number>> {
    if (linkIds.length === 0) return new Map();
    const rows: { link_id: string; used: number }[] = await this.database.query(
      'SELECT link_id, used FROM link_usage WHERE link_id = ANY($1)',
      [linkIds],
    );
    return new Map(rows.map(({ link_id, used }) => [link_id, used]));
  }

  async forget(linkIds: readonly string[], manager: EntityManager): Promise<void> {
    // In one order, so that two processes never wait for each other's rows.
    await manager.query(
      `DELETE FROM link_usage WHERE link_id IN
         (SELECT link_id FROM link_usage WHERE link_id = ANY($1) ORDER BY link_id FOR UPDATE)`,
      [linkIds],
    );
  }
}
