import type { AuditRecord } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditRepeat } from './audit-repeat.entity.js';

const WINDOW = "interval '15 minutes'";
const CLOSED_AT_ONCE = 100;

export type Repeats = Pick<AuditRepeat, 'record' | 'count' | 'first_at' | 'last_at'>;

const TOLD = 'record, count, first_at, last_at';

@Injectable()
export class AuditRepeatRepository {
  /** Counts some more; how many there are in its window, these included. */
  async add(key: string, record: AuditRecord, times: number, manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      `INSERT INTO audit_repeats (key, record, count, expires_at) VALUES ($1, $2, $3, now() + ${WINDOW})
       ON CONFLICT (key) DO UPDATE SET count = least(audit_repeats.count, 1000000000) + excluded.count, last_at = now()
       RETURNING count`,
      [key, JSON.stringify(record), times],
    );
    if (!row) throw new Error('the count was not returned');
    return row.count;
  }

  /** Takes it out where its window has closed. */
  async takeClosed(key: string, manager: EntityManager): Promise<Repeats[]> {
    const [rows] = await manager.query<[Repeats[], number]>(
      `DELETE FROM audit_repeats WHERE key = $1 AND expires_at <= now() RETURNING ${TOLD}`,
      [key],
    );
    return rows;
  }

  /** Takes out some whose windows have closed, but for those that another process has in its hands. */
  async takeSomeClosed(manager: EntityManager): Promise<{ repeats: Repeats[]; hasMore: boolean }> {
    const [repeats] = await manager.query<[Repeats[], number]>(
      `DELETE FROM audit_repeats WHERE key = ANY(ARRAY(
         SELECT key FROM audit_repeats WHERE expires_at <= now() ORDER BY expires_at LIMIT ${CLOSED_AT_ONCE} FOR UPDATE SKIP LOCKED))
       RETURNING ${TOLD}`,
    );
    return { repeats, hasMore: repeats.length === CLOSED_AT_ONCE };
  }
}
