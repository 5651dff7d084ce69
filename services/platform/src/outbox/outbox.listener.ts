import pg from 'pg';
import { outliveConnection } from '../database/lost-connection.js';
import type { AppLogger } from '../log/logger.js';
import { OUTBOX_CHANNEL } from './outbox.channel.js';

const RECONNECT_MS = 2_000;
const QUERY_TIMEOUT_MS = 5_000;
/** The first row is told of at once, those that follow closely together. */
const TELL_EVERY_MS = 50;

/**
 * Hears of rows that other processes stored and tells them of our own, on a connection of its own that is opened anew when it is
 * lost. `wake` is called then too: what was told in between nobody heard.
 *
 * Rows are told of after their commit: PostgreSQL lets one transaction at a time commit that has a NOTIFY in it, with its
 * flush to disk, so that as part of the change it would hold up every other change.
 */
export class OutboxListener {
  private client: pg.Client | null = null;
  private again: NodeJS.Timeout | undefined;
  private stopped = false;
  private opening: Promise<void> = Promise.resolve();
  private listening = false;
  private untold = false;
  private pausing = false;
  private telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly wake: () => void,
    private readonly logger: AppLogger,
  ) {}

  /** False: rows of others are not heard of, only asked for. */
  get isListening(): boolean {
    return this.listening;
  }

  start(): void {
    this.opening = this.open();
  }

  /** Rows were stored. While the connection is lost nobody hears of them until it is back, or until the others ask. */
  tell(): void {
    this.untold = true;
    if (!this.pausing) void this.tellOthers();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.again);
    await this.opening;
    await this.telling;
    await this.tellOthers();
    await this.client?.end().catch(() => undefined);
  }

  private async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: `${this.name}-listen`,
      connectionTimeoutMillis: 3_000,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    let own: number | undefined;
    client.on('notification', ({ processId }) => {
      // The relay of this process knows already.
      if (processId !== own) this.wake();
    });
    // `end` follows, whatever it was.
    outliveConnection(client);
    client.once('end', () => this.lost());
    this.client = client;
    try {
      await client.connect();
      const [{ pid }] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
        { pid: number },
      ];
      own = pid;
      // What is lost with the server need not be told: all ask for rows when they are back.
      await client.query('SET synchronous_commit = off');
      await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
      this.listening = true;
      this.wake();
      void this.tellOthers();
    } catch (error) {
      this.logger.debug('the outbox does not hear of new rows, it asks for them', { error });
      await client.end().catch(() => undefined);
      this.lost();
    }
  }

  private async tellOthers(): Promise<void> {
    if (!this.untold || !this.listening || !this.client) return;
    this.untold = false;
    this.pausing = true;
    const { client } = this;
    this.telling = client.query(`NOTIFY ${OUTBOX_CHANNEL}`).then(
      () => undefined,
      () => {
        // A connection that was lost tells when it is back. One that does not answer is ended, so that it is opened anew:
        // it would never tell or hear again.
        this.untold = true;
        this.listening = false;
        void client.end().catch(() => undefined);
      },
    );
    await this.telling;
    setTimeout(() => {
      this.pausing = false;
      if (!this.stopped) void this.tellOthers();
    }, TELL_EVERY_MS).unref();
  }

  private lost(): void {
    this.listening = false;
    if (this.stopped) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => this.start(), RECONNECT_MS * (0.5 + Math.random()));
    this.again.unref();
  }
}
