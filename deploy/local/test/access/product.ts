import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { service as analyticsService } from '@linkway/analytics';
import { service as contentService } from '@linkway/content';
import { service as domainsService } from '@linkway/domains';
import { service as gatewayService } from '@linkway/gateway';
import { service as identityService } from '@linkway/identity';
import { service as linksService } from '@linkway/links';
import { RpcClient } from '@linkway/platform';
import { OpenIdProvider, startService, type TestServers } from '@linkway/platform/testkit';
import { service as redirectService } from '@linkway/redirect';
import pg from 'pg';

const HOST = 'go.test';
export const ADMINISTRATOR = { email: 'admin@example.com', password: 'an-admin-password-1' };

export interface Product {
  /** Of the gateway. */
  readonly url: string;
  readonly google: OpenIdProvider;
  /** As the gateway asks other services. */
  readonly rpc: RpcClient;
  /** In identity's database. */
  readonly sql: <Row extends pg.QueryResultRow>(query: string, values?: unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

/** Every service, on real servers. All callers come from one address, which has the share of one visitor. */
export async function startProduct(servers: TestServers): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'lw-access-'));
  const copies = { READ_MODEL_COMPARE_PER_SECOND: '0' };
  const google = await OpenIdProvider.start();
  const client = { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_ISSUER: google.issuer };
  const start = (name: string, service: typeof domainsService, more: Record<string, string>) =>
    startService(service, servers.env(name, more));
  await start('domains', domainsService, { MAIN_DOMAIN: HOST });
  await Promise.all([
    start('identity', identityService, {
      PUBLIC_URL: 'https://linkway.example',
      ENCRYPTION_KEY: 'a key for tests, of many characters',
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      MAIL_INBOX: 'true',
      ...client,
    }),
    start('content', contentService, {}),
    start('links', linksService, {
      ...copies,
      EXAMPLE_URL: 'https://linkway.example',
      ENCRYPTION_KEY: 'a key for tests, of many characters',
      WEBHOOKS_TO_PRIVATE: 'true',
      DESTINATION_FETCH: 'off',
      REPORTS_PER_DAY: '1000',
    }),
    start('redirect', redirectService, { ...copies, PORT: '0', CLICK_LOG_DIR: folder }),
    start('analytics', analyticsService, { VISITOR_SECRET: 'a test secret' }),
  ]);
  const gateway = await start('gateway', gatewayService, {
    COOKIE_SECRET: 'a test secret',
    SESSION_SIGNING_SECRET: 'another test secret',
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...client,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  });
  await keepSiteImage(servers.databaseUrl('links'));
  const pool = new pg.Pool({ connectionString: servers.databaseUrl('identity'), max: 2 });
  // The servers end before the pool does.
  pool.on('error', () => undefined);
  return {
    url: gateway.httpUrl ?? '',
    google,
    rpc: gateway.get<RpcClient>(RpcClient),
    sql: async (query, values = []) => (await pool.query(query, values)).rows as never,
    close: async () => {
      await Promise.all([pool.end(), google.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** By the address of which everybody may see it. */
export const SITE_IMAGE = 'an-image-of-some-site-';

/** As links keeps one that it has read. */
async function keepSiteImage(links: string): Promise<void> {
  const client = new pg.Client({ connectionString: links });
  await client.connect();
  await client.query('INSERT INTO site_images (key, image) VALUES ($1, $2)', [SITE_IMAGE, Buffer.from('an image')]);
  await client.end();
}
