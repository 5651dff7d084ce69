import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { AppError, type AppLogger, patienceLeft, rarely, refuseLate } from '@linkway/platform';
import type { AnalyticsConfig } from '../config.js';
import { adviceFor, type Connector, connector, requireStore } from './connect.js';
import { type Engines, enginesFor } from './engines.js';
import { migrate } from './migrator.js';

const RETRY_MS = 1_000;
const TELL_EVERY_MS = 30_000;
const MAX_SECONDS = 10;
/** For so long a server may still say that a query ran out of time; then it hangs, or the way to it does. */
const LAST_WORD_MS = 250;
/** Of what moves or changes many clicks. */
const PATIENT_MS = 12 * 3_600_000;
/** Of what adds up the clicks of a day; the server ends it itself before. */
const ADDING_SECONDS = 290;
const ADDING_MS = (ADDING_SECONDS + 10) * 1_000;
/** Settings of a statement on `adding()`. */
export const whileAdding = { max_execution_time: ADDING_SECONDS };
const TIMEOUT_EXCEEDED = '159';
/** READONLY, NO_ZOOKEEPER, TABLE_IS_READ_ONLY, NOT_ENOUGH_SPACE, KEEPER_EXCEPTION: of a replica that others may do better than. */
const TAKES_NOTHING_IN = new Set(['164', '225', '242', '243', '999']);

interface Reader {
  readonly client: ClickHouseClient;
  busy: number;
}

interface Opened {
  readonly writer: ClickHouseClient;
  readonly background: ClickHouseClient;
  readonly readers: readonly Reader[];
  readonly connector: Connector;
  adding?: ClickHouseClient;
  patient?: ClickHouseClient;
}

/**
 * The connections to ClickHouse. On the embedded engine one client is one serial queue and keeps its settings, so the writer,
 * the roll-up and each reader have their own. While ClickHouse is away or its folder cannot be opened, whatever uses it fails
 * with service.unavailable; it is tried again until it opens.
 */
export class ClickHouse {
  readonly engines: Engines;
  private opened: Opened | null = null;
  private trouble = 'ClickHouse is being opened';
  private closed = false;
  private opening: Promise<void> = Promise.resolve();

  private constructor(
    private readonly config: AnalyticsConfig,
    private readonly logger: AppLogger,
  ) {
    requireStore(config);
    this.engines = enginesFor(config.CLICKHOUSE_CLUSTER);
  }

  /** Opens it in the background. */
  static start(config: AnalyticsConfig, logger: AppLogger): ClickHouse {
    const clickhouse = new ClickHouse(config, logger);
    clickhouse.opening = clickhouse.keepOpening();
    return clickhouse;
  }

  /** Resolves when it answers and is migrated. */
  static async open(config: AnalyticsConfig, logger: AppLogger): Promise<ClickHouse> {
    const clickhouse = ClickHouse.start(config, logger);
    await clickhouse.untilOpen();
    return clickhouse;
  }

  get writer(): ClickHouseClient {
    return this.parts().writer;
  }

  get background(): ClickHouseClient {
    return this.parts().background;
  }

  /** For reading all clicks of a busy day; made when it is first asked for. */
  adding(): ClickHouseClient {
    const opened = this.parts();
    opened.adding ??= opened.connector.connect(ADDING_MS);
    return opened.adding;
  }

  /** For statements that take long, which nothing else may wait behind; made when it is first asked for. */
  patient(): ClickHouseClient {
    const opened = this.parts();
    opened.patient ??= opened.connector.connect(PATIENT_MS);
    return opened.patient;
  }

  /** Resolves when it is open, or closed for good. */
  untilOpen(): Promise<void> {
    return this.opening;
  }

  /**
   * Rows of a SELECT, on the reader that has least to do. 64-bit integers come as text. It runs no longer than the question that
   * it is part of can wait, and ten seconds at most, also where a server gives no answer: what hangs must not keep its place from others.
   * Throws service.unavailable and service.timeout.
   */
  async select<T>(query: string, params: Record<string, unknown> = {}): Promise<T[]> {
    const { readers } = this.parts();
    refuseLate();
    const left = patienceLeft();
    const seconds = Math.min(MAX_SECONDS, Math.max(1, Math.ceil((left ?? MAX_SECONDS * 1_000) / 1_000)));
    const reader = readers.reduce((least, other) => (other.busy < least.busy ? other : least));
    // The engine in this process ends each query by itself, and has the next one wait for it.
    const over = this.config.CLICKHOUSE_URL ? AbortSignal.timeout(seconds * 1_000 + LAST_WORD_MS) : undefined;
    reader.busy += 1;
    try {
      const settings = { max_execution_time: seconds, max_threads: this.config.CLICKHOUSE_MAX_THREADS };
      return await rows<T>(reader.client, query, params, settings, over);
    } catch (error) {
      throw over?.aborted ? new AppError('service.timeout', {}, { cause: error }) : toAppError(error);
    } finally {
      reader.busy -= 1;
    }
  }

  /** Throws when ClickHouse does not answer, with what to do about it. */
  async check(): Promise<void> {
    const { background } = this.parts();
    await rows(background, 'SELECT 1').catch((error: unknown) => {
      throw new Error(adviceFor(this.config, error));
    });
  }

  /** Throws unless the server answers at all, however long its statements take. */
  async ping(): Promise<void> {
    const answer = await this.parts().background.ping();
    if (!answer.success) throw answer.error;
  }

  /** Statements that wait for a server fail; those of the engine in this process are to be over. */
  async close(): Promise<void> {
    this.closed = true;
    // An attempt that hangs clears up after itself.
    await Promise.race([this.opening, delay(2 * RETRY_MS, undefined, { ref: false })]);
    const opened = this.opened;
    this.opened = null;
    this.trouble = 'ClickHouse is closed';
    await opened?.connector.release();
  }

  private parts(): Opened {
    if (this.opened) return this.opened;
    throw new StoreAway(this.trouble);
  }

  private async keepOpening(): Promise<void> {
    const seldom = rarely(TELL_EVERY_MS);
    while (!this.closed) {
      try {
        const opened = await this.tryToOpen();
        if (this.closed) await opened.connector.release();
        else this.opened = opened;
        return;
      } catch (error) {
        this.trouble = adviceFor(this.config, error);
        seldom((more) => this.logger.error(this.trouble, { error, more }));
        await delay(RETRY_MS);
      }
    }
  }

  private async tryToOpen(): Promise<Opened> {
    const opening = await connector(this.config);
    try {
      const writer = opening.connect();
      const answer = await writer.ping({ select: true });
      if (!answer.success) throw answer.error;
      await migrate(writer, this.engines, this.logger);
      const readers = Array.from({ length: this.config.CLICKHOUSE_READERS }, () => ({
        client: opening.connect(),
        busy: 0,
      }));
      return { writer, background: opening.connect(), readers, connector: opening };
    } catch (error) {
      await opening.release().catch(() => undefined);
      throw error;
    }
  }
}

/** For readiness it tells what to do; a caller is told that this part is away. */
export class StoreAway extends AppError {
  constructor(advice: string) {
    super('service.unavailable', {}, { retryAfterSeconds: 5 });
    this.message = advice;
  }
}

/** Rows of a SELECT. It rejects when `over` aborts, however much of the answer is there. */
export async function rows<T>(
  client: ClickHouseClient,
  query: string,
  params: Record<string, unknown> = {},
  settings: Record<string, number | string> = {},
  over?: AbortSignal,
): Promise<T[]> {
  const result = await client.query({
    query,
    query_params: params,
    format: 'JSONEachRow',
    clickhouse_settings: settings,
    ...(over && { abort_signal: over }),
  });
  // The client heeds the signal until the head of an answer is there; a server may fall silent in the middle of one.
  const close = () => result.close();
  over?.addEventListener('abort', close);
  try {
    if (over?.aborted) close();
    return await result.json<T>();
  } finally {
    over?.removeEventListener('abort', close);
  }
}

/** An answer with an error is told as what it is; no answer at all means that the server is away. */
function toAppError(error: unknown): unknown {
  if (!(error instanceof ClickHouseError) && !hasCode(error)) {
    return error instanceof AppError
      ? error
      : new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 2 });
  }
  return hasCode(error) && error.code === TIMEOUT_EXCEEDED
    ? new AppError('service.timeout', {}, { cause: error })
    : error;
}

/**
 * Whether the store gave no answer, or takes nothing in at all. One that refuses a query, or has no time for it, would do so for
 * any process.
 */
export function meansAway(error: unknown): boolean {
  if (hasCode(error) && TAKES_NOTHING_IN.has(error.code)) return true;
  const told = toAppError(error);
  return told instanceof AppError && told.code === 'service.unavailable';
}

// The engine's own package has another copy of the class.
const hasCode = (error: unknown): error is { code: string } =>
  typeof error === 'object' && error !== null && /^\d+$/.test(String((error as { code?: unknown }).code));
