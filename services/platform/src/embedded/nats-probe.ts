import { connect, type NatsConnection } from '@nats-io/transport-node';

const WITHIN_MS = 2_000;

export interface ProbeCredentials {
  readonly user: string;
  readonly password: string;
}

/**
 * Asks whether JetStream answers. A server whose disk was full may go on without it, or with streams that hang, until it is
 * started anew. The connection stays for the next question: a sign-in costs the server far more than an answer.
 */
export class NatsProbe {
  private connection: NatsConnection | null = null;
  private url = '';

  constructor(private readonly credentials: ProbeCredentials) {}

  /** Null where that cannot be told: the server is away, or the user may not ask. */
  async answers(url: string): Promise<boolean | null> {
    const connection = await this.connectionTo(url);
    if (!connection) return null;
    try {
      await connection.request('$JS.API.INFO', '', { timeout: WITHIN_MS });
      return true;
    } catch (error) {
      this.close();
      return (error as Error).name === 'PermissionViolationError' ? null : false;
    }
  }

  close(): void {
    // A server that hangs would not confirm an orderly end.
    void this.connection?.close().catch(() => undefined);
    this.connection = null;
  }

  private async connectionTo(url: string): Promise<NatsConnection | null> {
    if (this.connection && !this.connection.isClosed() && this.url === url) return this.connection;
    this.close();
    const { user, password: pass } = this.credentials;
    const options = { servers: url, user, pass, reconnect: false, timeout: WITHIN_MS, name: 'supervisor' };
    this.connection = await connect(options).catch(() => null);
    this.url = url;
    return this.connection;
  }
}
