import type { RepublishStatus, RowKey, RpcInput, republishLinksRpc } from '@linkway/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CONFIG, type DatabaseConfig } from '../config/service-config.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { type Emit, Outbox } from '../outbox/outbox.js';
import { type Periodic, periodic } from '../periodic/periodic.js';

export interface RepublishPage {
  /** Key of the last row; the next page begins behind it. */
  last: RowKey;
  rows: number;
  /** Emits the events that tell of these rows as they are: the contracts as ever, with the versions that they have. */
  tell(emit: Emit): void;
}

/** What an owner can tell of once more. */
export interface RepublishSource {
  /** As the command names it: `links`. */
  name: string;
  /** For an estimate of how much there is. */
  table: string;
  /** null: there is nothing behind that key. */
  page(after: RowKey | null, limit: number): Promise<RepublishPage | null>;
}

/** A page of rows of which each tells of itself alone. */
export function pageOf<R>(
  rows: readonly R[],
  keyOf: (row: R) => RowKey,
  tell: (row: R, emit: Emit) => void,
): RepublishPage | null {
  const last = rows.at(-1);
  if (last === undefined) return null;
  return {
    last: keyOf(last),
    rows: rows.length,
    tell: (emit) => {
      for (const row of rows) tell(row, emit);
    },
  };
}

interface Job {
  state: 'running' | 'stopped' | 'done';
  position: RowKey | null;
  done: string;
  total: string | null;
  rate: number;
  error: string | null;
  wait_ms: number;
}

const PAGE = 250;
const FULL_PAUSE_MS = 500;
const RETRY_MS = 5_000;
/** A job that another process started, or that was left by one that was killed, is found this soon. */
const LOOK_EVERY_MS = 15_000;

/**
 * Tells of every row of an owner once more, in pages, while it serves. How far it is stands beside the data and moves in
 * the transaction of the events, so it goes on after a kill where it was, in whichever process comes first.
 */
@Injectable()
export class Republisher implements OnApplicationBootstrap, OnModuleDestroy {
  private source: RepublishSource | null = null;
  private rounds: Periodic | null = null;
  private readonly told;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: DatabaseConfig,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.told = metrics.counter('republished_rows_total', 'Rows that were told of once more');
  }

  register(source: RepublishSource): void {
    this.source = source;
  }

  onApplicationBootstrap(): void {
    if (!this.source) return;
    const options = { name: `telling of ${this.source.name} once more`, logger: this.logger };
    this.rounds = periodic(LOOK_EVERY_MS, () => this.round(), options);
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    await this.rounds?.stop();
  }

  /** Answers `cmd.<owner>.republish.v1`. A start of what runs changes nothing; a stopped job goes on where it was. */
  async handle({ action, rate }: RpcInput<typeof republishLinksRpc>): Promise<RepublishStatus> {
    const source = this.registered();
    if (action === 'start') await this.begin(source, rate ?? this.config.REPUBLISH_PER_SECOND);
    if (action === 'stop') {
      await this.database.query(
        `UPDATE republish_jobs SET state = 'stopped', updated_at = now() WHERE name = $1 AND state = 'running'`,
        [source.name],
      );
    }
    return this.status(source);
  }

  private async begin(source: RepublishSource, rate: number): Promise<void> {
    await this.database.query(
      `INSERT INTO republish_jobs (name, state, rate, total)
       VALUES ($1, 'running', $2, (SELECT nullif(reltuples, -1)::bigint FROM pg_class WHERE oid = $3::regclass))
       ON CONFLICT (name) DO UPDATE SET state = 'running', rate = excluded.rate, error = NULL, next_at = now(), updated_at = now(),
         total = CASE republish_jobs.state WHEN 'done' THEN excluded.total ELSE republish_jobs.total END,
         position = CASE republish_jobs.state WHEN 'done' THEN NULL ELSE republish_jobs.position END,
         done = CASE republish_jobs.state WHEN 'done' THEN 0 ELSE republish_jobs.done END,
         started_at = CASE republish_jobs.state WHEN 'done' THEN now() ELSE republish_jobs.started_at END
       WHERE republish_jobs.state <> 'running'`,
      [source.name, rate, source.table],
    );
    void this.rounds?.now();
  }

  private async status(source: RepublishSource): Promise<RepublishStatus> {
    const job = await this.job(source.name);
    if (!job) return { state: 'idle', done: 0, total: null, rate: this.config.REPUBLISH_PER_SECOND, waiting: null };
    const { state, rate } = job;
    const full = state === 'running' && (await this.outbox.isFull()) ? 'events wait to be published' : null;
    return {
      state,
      rate,
      done: Number(job.done),
      total: job.total === null ? null : Number(job.total),
      waiting: full ?? (state === 'running' ? job.error : null),
    };
  }

  private async round(): Promise<number | undefined> {
    const source = this.registered();
    try {
      return await this.step(source);
    } catch (error) {
      this.logger.warn('rows could not be told of once more, trying again', { source: source.name, error });
      const reason = error instanceof Error ? error.message : String(error);
      await this.database
        .query('UPDATE republish_jobs SET error = $2 WHERE name = $1', [source.name, reason.slice(0, 500)])
        .catch(() => undefined);
      return RETRY_MS;
    }
  }

  /** Answers in how many milliseconds the next page is due; undefined: nothing is. */
  private async step(source: RepublishSource): Promise<number | undefined> {
    const job = await this.job(source.name);
    if (job?.state !== 'running') return undefined;
    if (job.wait_ms > 0) return Math.min(job.wait_ms, LOOK_EVERY_MS);
    if (await this.outbox.isFull()) return FULL_PAUSE_MS;
    const limit = Math.min(PAGE, job.rate);
    const page = await source.page(job.position, limit);
    const rows = page?.rows ?? 0;
    const pauseMs = Math.ceil((rows / job.rate) * 1_000);
    const finished = page === null;
    await this.outbox.transaction(async (manager, emit) => {
      // Only from where this page began: of two processes that read the same page, one tells of it.
      const [moved] = await manager.query<[unknown[], number]>(
        `UPDATE republish_jobs SET position = $3, done = done + $4, state = $5, error = NULL, updated_at = now(),
           next_at = now() + make_interval(secs => $6)
         WHERE name = $1 AND state = 'running' AND position IS NOT DISTINCT FROM $2::jsonb RETURNING name`,
        [
          source.name,
          job.position && JSON.stringify(job.position),
          JSON.stringify(page?.last ?? job.position),
          rows,
          finished ? 'done' : 'running',
          pauseMs / 1_000,
        ],
      );
      if (moved.length === 0) return;
      // Triggers on the outbox take it for no news.
      await manager.query("SELECT set_config('linkway.told_again', 'on', true)");
      page?.tell(emit);
      this.told.inc(rows);
    });
    if (finished) this.logger.info('every row was told of once more', { source: source.name, rows: Number(job.done) });
    return finished ? undefined : pauseMs;
  }

  private async job(name: string): Promise<Job | null> {
    const rows: Job[] = await this.database.query(
      `SELECT state, position, done, total, rate, error,
         greatest(0, extract(epoch FROM next_at - now()) * 1000)::integer AS wait_ms
       FROM republish_jobs WHERE name = $1`,
      [name],
    );
    return rows[0] ?? null;
  }

  private registered(): RepublishSource {
    if (!this.source) throw new Error('nothing was registered to be told of once more');
    return this.source;
  }
}
