import type { Caller, Click, Link, RpcReply } from '@linkway/contracts';
import { linkAnalyticsRpc, linksClicked, overviewRpc, type RangeQuery } from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { v7 as uuidv7 } from 'uuid';
import { type ClickRow, NO_ID, toClickHouseTime } from '../src/store/click.row.js';

/** Where clicks are stored: each test that depends on it runs on both. */
export const STORES = [
  ['the embedded engine', { nats: true, clickhouse: true }],
  ['a ClickHouse server', { nats: true, clickhouseServer: true }],
] as const;

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A click of a person in Hanoi, now; override what matters. */
export function aClick(overrides: Partial<Click> = {}): Click {
  return {
    event_id: uuidv7(),
    clicked_at: new Date().toISOString(),
    link_id: uuidv7(),
    workspace_id: uuidv7(),
    code: 'abc123',
    host: 'go.example',
    ip: '113.160.0.1',
    user_agent: CHROME,
    referer: 'https://www.facebook.com/some/page',
    accept_language: 'vi-VN,vi;q=0.9,en;q=0.8',
    query: '',
    destination: 'https://example.com/?utm_source=newsletter',
    method: 'GET',
    purpose: '',
    signed_in: false,
    rule: 'default',
    ...overrides,
  };
}

export const NOW = Date.now();

/** A click as it is stored. */
export function aRow(daysAgo: number, more: Partial<ClickRow> = {}): ClickRow {
  const text = { country: 'VN', city: '', device: '', browser: '', os: '', referer: '', language: '', rule: 'default' };
  const utm = { utm_source: 'ads', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
  const clicked_at = toClickHouseTime(new Date(NOW - daysAgo * 86_400_000));
  const link = { workspace_id: NO_ID, link_id: NO_ID, code: 'abc', host: 'go.example' };
  const who = { visitor: '1', signed_in: false, kind: 'human', kind_reason: '', user_agent: 'agent' };
  return { event_id: uuidv7(), clicked_at, ...link, ...text, ...utm, ...who, ...more };
}

export const aCaller = (workspaceId: string, role: 'user' | 'admin' = 'user'): Caller => ({
  kind: 'session',
  user_id: uuidv7(),
  workspace_id: workspaceId,
  session_id: uuidv7(),
  role,
});

/** As links tells of it. */
export const aLink = (id: string, workspaceId: string, domainId: string): Link => ({
  id,
  short_code: 'abc123',
  short_url: 'http://go.example/abc123',
  original_url: 'https://example.com/',
  domain: { id: domainId, domain_name: 'go.example' },
  has_password: false,
  title: '',
  description: '',
  expires_at: null,
  max_clicks: null,
  device_targeting: {},
  is_active: true,
  workspace_id: workspaceId,
  user_id: workspaceId,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
});

/** Publishes as the redirect service does: batches of clicks in an envelope whose id names the batch for ever. */
export class ClickPublisher {
  private constructor(
    private readonly connection: NatsConnection,
    readonly js: JetStreamClient,
  ) {}

  static async open(natsUrl: string): Promise<ClickPublisher> {
    const connection = await connect({ servers: natsUrl, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    return new ClickPublisher(connection, jetstream(connection));
  }

  /** Resolves when the stream has it. */
  async publish(clicks: Click[], options: { id?: string; shard?: number } = {}): Promise<number> {
    const id = options.id ?? uuidv7();
    const envelope = {
      id,
      type: linksClicked.subject,
      occurred_at: new Date().toISOString(),
      producer: 'redirect',
      correlation_id: uuidv7(),
      causation_id: null,
      traceparent: null,
      data: { clicks },
    };
    return this.raw(JSON.stringify(envelope), { id, ...options });
  }

  async raw(payload: string, options: { id?: string; shard?: number } = {}): Promise<number> {
    const ack = await this.js.publish(
      `${linksClicked.subject}.${options.shard ?? 0}`,
      payload,
      options.id ? { msgID: options.id } : {},
    );
    return ack.seq;
  }

  /** What is told under a subject from now on. */
  async listen(subject: string): Promise<string[]> {
    const heard: string[] = [];
    this.connection.subscribe(subject, {
      callback: (_error, { data }) => void heard.push(Buffer.from(data).toString()),
    });
    await this.connection.flush();
    return heard;
  }

  manager() {
    return jetstreamManager(this.connection);
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

/** Streams of further shards, like that of the first. */
export async function makeShards(publisher: ClickPublisher, shards: readonly number[]): Promise<void> {
  const manager = await publisher.manager();
  const { config } = await manager.streams.info('CLICKS_0');
  for (const shard of shards.filter((one) => one !== 0)) {
    await manager.streams.add({
      ...config,
      name: `CLICKS_${shard}`,
      subjects: [`${linksClicked.subject}.${shard}`],
    });
  }
}

/** The shards that a process reads, by what it tells of itself. */
export async function heldShards({ adminUrl }: { adminUrl: string }, shards: readonly number[]): Promise<number[]> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return shards.filter((shard) =>
    new RegExp(`^analytics_shard_held\\{.*shard="CLICKS_${shard}".*\\} 1$`, 'm').test(text),
  );
}

type Range = Partial<RangeQuery>;

/** Asks over NATS, as the gateway does. */
export class Asker {
  private readonly rpc: RpcClient;

  constructor(service: RunningService) {
    this.rpc = service.get(RpcClient);
  }

  link(workspaceId: string, linkId: string, range: Range = {}): Promise<RpcReply<typeof linkAnalyticsRpc>> {
    return this.rpc.call(linkAnalyticsRpc, { link_id: linkId, range }, { caller: aCaller(workspaceId) });
  }

  workspace(workspaceId: string, range: Range = {}): Promise<RpcReply<typeof overviewRpc>> {
    return this.rpc.call(overviewRpc, { range }, { caller: aCaller(workspaceId) });
  }
}
