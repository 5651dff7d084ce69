import type { ListThreatsQuery, StatisticsPeriod } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ThreatRow } from './threat.entity.js';

/** A threat with the address of its account. */
export interface ListedThreat extends Omit<ThreatRow, 'user'> {
  user_email: string | null;
}

const LISTED = 'SELECT t.*, u.email AS user_email FROM threats t LEFT JOIN users u ON u.id = t.user_id';

@Injectable()
export class ThreatListRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async find(id: string, manager: EntityManager = this.database.manager): Promise<ListedThreat | null> {
    const [row] = await manager.query<ListedThreat[]>(`${LISTED} WHERE t.id = $1`, [id]);
    return row ?? null;
  }

  /** Nobody else changes it until the transaction ends. */
  hold(id: string, manager: EntityManager): Promise<ThreatRow | null> {
    return manager.findOne(ThreatRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async setStatus({ id }: ThreatRow, status: ThreatRow['status'], manager: EntityManager): Promise<void> {
    await manager.update(ThreatRow, { id }, { status });
  }

  /** Those that were found last come first. */
  async page({ page, limit, ...filter }: ListThreatsQuery): Promise<{ rows: ListedThreat[]; total: number }> {
    const { type = null, status = null } = filter;
    const where = '($1::text IS NULL OR t.type = $1) AND ($2::text IS NULL OR t.status = $2)';
    const rows = await this.database.query<ListedThreat[]>(
      `${LISTED} WHERE ${where} ORDER BY t.detected_at DESC, t.id DESC OFFSET $3 LIMIT $4`,
      [type, status, (page - 1) * limit, limit],
    );
    const [counted] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM threats t WHERE ${where}`,
      [type, status],
    );
    return { rows, total: counted?.total ?? 0 };
  }

  async active(): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      "SELECT count(*)::int AS n FROM threats WHERE status = 'active'",
    );
    return row?.n ?? 0;
  }

  async detectedSince(start: Date): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM threats WHERE detected_at >= $1',
      [start],
    );
    return row?.n ?? 0;
  }
}

export const PERIODS: Record<StatisticsPeriod, { unit: 'hour' | 'day'; most: number }> = {
  '24h': { unit: 'hour', most: 24 },
  '7d': { unit: 'day', most: 7 },
};
