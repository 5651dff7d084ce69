import { linkLimitReached, type Route } from '@linkway/contracts';
import { Outbox, storedIn } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** A link with a click cap. */
export type Capped = Pick<Route, 'link_id' | 'workspace_id' | 'code' | 'domain_name'>;

/**
 * One click. Whichever process uses the last one stores with it that the limit is reached: `used` is the cap once for each cap, as it only grows.
 * Links of guests have nobody who could be told.
 */
const USE = {
  name: 'usage-use',
  text: `WITH one AS (
      INSERT INTO link_usage (link_id, used, told_max) VALUES ($1, 1, CASE WHEN $2::int <= 1 THEN $2::int END)
      ON CONFLICT (link_id) DO UPDATE SET used = link_usage.used + 1,
        told_max = CASE WHEN link_usage.used + 1 >= $2 THEN $2 ELSE link_usage.told_max END
      WHERE link_usage.used < $2 RETURNING used),
    told AS (${storedIn('one WHERE used >= $2::int AND $6::boolean', 3)})
    SELECT used, used >= $2 AS is_last FROM one`,
};

/** One click of a link without a cap, whose rules ask for the number of a visit. */
const COUNT = `INSERT INTO link_usage (link_id, used) VALUES ($1, 1)
  ON CONFLICT (link_id) DO UPDATE SET used = link_usage.used + 1 RETURNING used`;

/** That it is used up without a click having been the last one, as where its cap was lowered: stored once for each cap, set off by the first visit that is refused. */
const TELL = {
  name: 'usage-tell',
  text: `WITH one AS (
      UPDATE link_usage SET told_max = $2 WHERE link_id = $1 AND used >= $2 AND (told_max IS NULL OR told_max < $2) RETURNING used),
    told AS (${storedIn('one WHERE $6::boolean', 3)})
    SELECT 1 FROM one`,
};

/** Clicks of links with a cap, or with rules about the number of a visit: exact, whatever number of processes counts. Other links have no row. */
@Injectable()
export class UsageRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /** Uses one click, and says the how-manieth it is; null when all are used. */
  async use(link: Capped, max: number): Promise<number | null> {
    const rows = await this.outbox.statement<{ used: number; is_last: boolean }>(
      USE,
      () => this.valuesOf(link, max),
      ([one]) => one?.is_last === true,
    );
    return rows[0]?.used ?? null;
  }

  /** Counts one click, and says the how-manieth it is. */
  async count(linkId: string): Promise<number> {
    const [row]: { used: number }[] = await this.database.query(COUNT, [linkId]);
    return row?.used ?? 1;
  }

  /** null: it is not. Otherwise whether that was told of this cap, or a greater one. */
  async usedUp(link: Capped, max: number): Promise<{ is_told: boolean } | null> {
    const [row]: { is_told: boolean }[] = await this.database.query(
      'SELECT coalesce(told_max >= $2, false) AS is_told FROM link_usage WHERE link_id = $1 AND used >= $2',
      [link.link_id, max],
    );
    return row ?? null;
  }

  /** Unless it was told before, or there are clicks left by now. */
  async tellUsedUp(link: Capped, max: number): Promise<void> {
    await this.outbox.statement(TELL, () => this.valuesOf(link, max));
  }

  private valuesOf({ link_id, workspace_id, code, domain_name }: Capped, max_clicks: number): readonly unknown[] {
    const reached_at = new Date().toISOString();
    const event = { link_id, workspace_id: workspace_id ?? link_id, code, domain_name, max_clicks, reached_at };
    return [link_id, max_clicks, ...this.outbox.valuesOf(linkLimitReached, event), workspace_id !== null];
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
