import pg from 'pg';
import type { AppLogger } from '../log/logger.js';
import { OUTBOX_CHANNEL } from './outbox.channel.js';

const RECONNECT_MS = 2_000;

/**
 * Hears of rows that any process stored, on a connection of its own that is opened anew when it is lost. `wake` is
 * called then too: what was told in between nobody heard.
 */
export class OutboxListener {
  private client: pg.Client | null = null;
  private again: NodeJS.Timeout | undefined;
  private stopped = false;
  private opening: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly wake: () => void,
    private readonly logger: AppLogger,
  ) {}

  start(): void {
    this.opening = this.open();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.again);
    await this.opening;
    await this.client?.end().catch(() => undefined);
  }

  private async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: `${this.name}-listen`,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client.on('notification', this.wake);
    // `end` follows, whatever it was.
    client.on('error', () => undefined);
    client.once('end', () => this.lost());
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${OUTBOX_CHANNEL}`);
      this.wake();
    } catch (error) {
      this.logger.debug('the outbox does not hear of new rows, it asks for them', { error });
      await client.end().catch(() => undefined);
      this.lost();
    }
  }

  private lost(): void {
    if (this.stopped) return;
    clearTimeout(this.again);
    this.again = setTimeout(() => this.start(), RECONNECT_MS * (0.5 + Math.random()));
    this.again.unref();
  }
}
