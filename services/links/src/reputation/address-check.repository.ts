import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { LinkPlace } from '../quarantine/quarantine.repository.js';
import type { Transaction } from '../transaction.js';

/** No index knows which other links lead there: for so long after the last one it is asked about whatever became of that. */
const OVER = `(used_at < now() - interval '90 days' AND NOT EXISTS (
  SELECT FROM short_links WHERE short_links.tenant_id = address_checks.tenant_id AND short_links.id = link_id))`;
/** Longer than a question takes. */
const LEASE = "interval '2 minutes'";

export interface NotedAddress {
  url: string;
  place: LinkPlace;
}

export interface LeasedCheck {
  digest: Buffer;
  url: string;
  tenant_id: string;
  link_id: string;
  attempts: number;
  /** Of the block list, made for what was said before. */
  entry_id: string | null;
  /** The link is gone that was made for it last, which was long ago. */
  is_over: boolean;
}

@Injectable()
export class AddressCheckRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** That a link leads there. What was asked for less than a day ago is not asked for again. */
  async note(noted: readonly NotedAddress[]): Promise<void> {
    const byUrl = [...new Map(noted.map((one) => [one.url, one])).values()];
    const rows = byUrl.map(({ url, place }) => ({ digest: createHash('sha256').update(url).digest(), url, place }));
    await this.database.query(
      `INSERT INTO address_checks AS known (digest, url, tenant_id, link_id, next_at)
       SELECT digest, url, tenant_id, link_id, now() FROM unnest($1::bytea[], $2::text[], $3::uuid[], $4::uuid[])
         AS given (digest, url, tenant_id, link_id) ORDER BY digest
       ON CONFLICT (digest) DO UPDATE SET used_at = now(), tenant_id = EXCLUDED.tenant_id, link_id = EXCLUDED.link_id,
         next_at = CASE WHEN known.entry_id IS NULL AND known.checked_at < now() - interval '1 day' THEN now() ELSE known.next_at END`,
      [
        rows.map(({ digest }) => digest),
        rows.map(({ url }) => url),
        rows.map(({ place }) => place.tenant_id),
        rows.map(({ place }) => place.id),
      ],
    );
  }

  async lease(most: number): Promise<LeasedCheck[]> {
    const [rows] = await this.database.query<[LeasedCheck[], number]>(
      `UPDATE address_checks SET attempts = attempts + 1, next_at = now() + ${LEASE}
       WHERE digest = ANY (ARRAY(
         SELECT digest FROM address_checks WHERE next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING digest, url, tenant_id, link_id, attempts, entry_id, ${OVER} AS is_over`,
      [most],
    );
    return rows;
  }

  async forget({ digest }: LeasedCheck): Promise<void> {
    // Another link may lead there since.
    await this.database.query(`DELETE FROM address_checks WHERE digest = $1 AND entry_id IS NULL AND ${OVER}`, [
      digest,
    ]);
  }

  async putOff({ digest }: LeasedCheck, ms: number): Promise<void> {
    await this.database.query(
      'UPDATE address_checks SET next_at = now() + make_interval(secs => $2::float8 / 1000) WHERE digest = $1',
      [digest, ms],
    );
  }

  /** Asked for again at `until`; where that is not said after a day, and seldomer the longer no link was made for it. */
  async keep(manager: Transaction, { digest }: LeasedCheck, entryId: string | null, until: Date | null): Promise<void> {
    await manager.query(
      `UPDATE address_checks SET checked_at = now(), attempts = 0, entry_id = $2,
         next_at = coalesce($3::timestamptz, now() + greatest(interval '1 day', (now() - used_at) / 4)) WHERE digest = $1`,
      [digest, entryId, until],
    );
  }
}
