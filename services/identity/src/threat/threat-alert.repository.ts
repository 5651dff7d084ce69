import { MOST_THREAT_ALERTS_AN_HOUR, type ThreatType } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

const ALERTS = "hashtextextended('linkway.identity.threat-alerts', 0)";
const HOUR = "interval '1 hour'";
/** Told together. More than identity can find within an hour, as each threat has cost its hashes: none is told of a day late behind others. */
export const MOST_TOGETHER = 100_000;
/** Changed in one statement. */
const CHANGED_AT_ONCE = 10_000;

export interface DueAlert {
  id: string;
  type: ThreatType;
  ip_address: string | null;
  first_seen: Date;
}

/** Which threats administrators are still to be told of. */
@Injectable()
export class ThreatAlertRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Whether any may be due; one statement, as it is asked all the time. */
  async areDue(): Promise<boolean> {
    return (await this.due(1, this.database.manager)).length > 0;
  }

  /** false: another process is at it. Held until the transaction ends, so that none is told twice and no limit is passed together. */
  async hold(manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<{ held: boolean }[]>(`SELECT pg_try_advisory_xact_lock(${ALERTS}) AS held`);
    return row?.held === true;
  }

  /** The oldest first. */
  due(most: number, manager: EntityManager): Promise<DueAlert[]> {
    return manager.query(
      'SELECT id, type, ip_address, first_seen FROM threats WHERE alerted_at IS NULL ORDER BY detected_at, id LIMIT $1',
      [most],
    );
  }

  /** How many mails about single threats may leave now, and whether a summary may. */
  async left(manager: EntityManager): Promise<{ single: number; summary: boolean }> {
    const [row] = await manager.query<{ sent: number; summed: boolean }[]>(
      `SELECT count(*) FILTER (WHERE alerted_by = 'mail')::int AS sent, coalesce(bool_or(alerted_by = 'summary'), false) AS summed
       FROM threats WHERE alerted_by IS NOT NULL AND alerted_at > now() - ${HOUR}`,
    );
    return { single: Math.max(0, MOST_THREAT_ALERTS_AN_HOUR - (row?.sent ?? 0)), summary: row?.summed !== true };
  }

  /** `by` null: nobody is told. */
  async setAlerted(ids: readonly string[], by: 'mail' | 'summary' | null, manager: EntityManager): Promise<void> {
    for (let from = 0; from < ids.length; from += CHANGED_AT_ONCE) {
      await manager.query('UPDATE threats SET alerted_at = now(), alerted_by = $2 WHERE id = ANY ($1::uuid[])', [
        ids.slice(from, from + CHANGED_AT_ONCE),
        by,
      ]);
    }
  }
}
