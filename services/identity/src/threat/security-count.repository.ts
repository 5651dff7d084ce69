import { randomInt } from 'node:crypto';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { type CountedAct, SecurityCount } from './security-count.entity.js';

const PARTS = 16;
const KEPT = "interval '8 days'";

export interface Bucket {
  start: Date;
  act: CountedAct | null;
  count: number;
}

@Injectable()
export class SecurityCountRepository {
  constructor(@InjectRepository(SecurityCount) private readonly counts: Repository<SecurityCount>) {}

  async add(act: CountedAct, times: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO security_counts (hour, act, part, count) VALUES (date_trunc('hour', now(), 'UTC'), $1, $2, $3)
       ON CONFLICT (hour, act, part) DO UPDATE SET count = least(security_counts.count, 1000000000) + excluded.count`,
      [act, randomInt(PARTS), times],
    );
  }

  /** Of the last `most` hours or days of UTC, the present one included; one in which nothing happened has no act. */
  buckets(unit: 'hour' | 'day', most: number): Promise<Bucket[]> {
    return this.counts.query(
      `SELECT start, act, coalesce(sum(count), 0)::int AS count
       FROM generate_series(
         date_trunc($1, now(), 'UTC') - ($2::int - 1) * ('1 ' || $1)::interval, date_trunc($1, now(), 'UTC'), ('1 ' || $1)::interval, 'UTC'
       ) AS start
       LEFT JOIN security_counts ON hour >= start AND hour < start + ('1 ' || $1)::interval
       GROUP BY start, act ORDER BY start`,
      [unit, most],
    );
  }

  /** Removes some that no statistics show any more; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.counts, { table: 'security_counts', by: 'hour', where: `< now() - ${KEPT}` });
  }
}
