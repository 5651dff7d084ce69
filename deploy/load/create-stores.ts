import { setTimeout as delay } from 'node:timers/promises';
import type { Harness } from '@linkway/local/harness';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';

const services = ['identity', 'links', 'redirect'] as const;
type Service = (typeof services)[number];

const LIMIT = 1_000_000_000;
const KNOWN_WITHIN_MS = 30_000;

/** The stores that a creation passes through, seen from outside. */
export class CreateStores {
  private readonly databases: ReadonlyMap<Service, pg.Client>;
  private readonly connection: NatsConnection;
  private readonly manager: JetStreamManager;

  private constructor(
    databases: ReadonlyMap<Service, pg.Client>,
    connection: NatsConnection,
    manager: JetStreamManager,
  ) {
    this.databases = databases;
    this.connection = connection;
    this.manager = manager;
  }

  static async open(node: Harness): Promise<CreateStores> {
    const { postgres, nats } = node.record();
    if (!postgres || !nats) throw new Error('PostgreSQL or NATS does not run');
    const databases = new Map<Service, pg.Client>();
    for (const service of services) {
      const address = new URL(postgres.url);
      address.pathname = `/linkway_${service}`;
      const client = new pg.Client({ connectionString: address.href });
      await client.connect();
      databases.set(service, client);
    }
    const connection = await connect({ servers: nats.url, user: nats.user, pass: nats.password });
    return new CreateStores(databases, connection, await jetstreamManager(connection));
  }

  /** At the owner and in its copy alike: a copy that differs would be mended. */
  async liftLimits(): Promise<void> {
    const deadline = Date.now() + KNOWN_WITHIN_MS;
    // The first administrator has a workspace, too.
    while ((await this.count('links', 'workspaces')) < (await this.count('identity', 'profiles'))) {
      if (Date.now() > deadline) throw new Error('links did not hear of the new workspaces');
      await delay(100);
    }
    await this.query('identity', `UPDATE profiles SET monthly_links_limit = ${LIMIT}`);
    await this.query('links', `UPDATE workspaces SET monthly_links_limit = ${LIMIT}`);
  }

  /** All that was decided on has been published, and every consumer has done and acknowledged it. */
  async isSettled(): Promise<boolean> {
    const [row] = await this.query<{ waits: boolean }>('links', 'SELECT EXISTS (SELECT FROM outbox) AS waits');
    if (row?.waits !== false) return false;
    for await (const { num_pending, num_ack_pending } of this.manager.consumers.list('EVT_LINKS')) {
      if (num_pending > 0 || num_ack_pending > 0) return false;
    }
    return true;
  }

  /** Links of workspaces, and routes to them that the redirect has: the installation's own link is nobody's. */
  async counted(): Promise<{ made: number; led: number }> {
    const owned = 'WHERE workspace_id IS NOT NULL';
    return {
      made: await this.count('links', `short_links ${owned}`),
      led: await this.count('redirect', `routes ${owned}`),
    };
  }

  async close(): Promise<void> {
    for (const client of this.databases.values()) await client.end();
    await this.connection.close();
  }

  private async count(service: Service, table: string): Promise<number> {
    const [row] = await this.query<{ rows: string }>(service, `SELECT count(*) AS rows FROM ${table}`);
    return Number(row?.rows);
  }

  private async query<R>(service: Service, statement: string): Promise<R[]> {
    const client = this.databases.get(service);
    if (!client) throw new Error(`there is no database of ${service}`);
    return (await client.query(statement)).rows as R[];
  }
}
