import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLinkwayClient } from '@linkway/contracts/client';
import { eventually, useServers } from '@linkway/platform/testkit';
import { type Account, Accounts } from './access/accounts.ts';
import { type Product, startProduct } from './access/product.ts';

const servers = useServers({ postgres: true, nats: true, clickhouse: true });
const run = promisify(execFile);
const document = createRequire(import.meta.url).resolve('@linkway/contracts/openapi.json');
const fiveCalls = fileURLToPath(new URL('./clients/five_calls.py', import.meta.url));
const hasGenerator = spawnSync('python3', ['-c', 'import openapi_python_client']).status === 0;
let product: Product;
let owner: Account;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkway-clients-'));
  product = await startProduct(servers);
  owner = await (await Accounts.of(product)).open('premium');
  await owner.session.send('DELETE', `/api/links/${owner.link.id}`);
}, 180_000);
afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a client made from the document, with a key alone', () => {
  it('does the five documented calls in TypeScript', async () => {
    const client = createLinkwayClient({
      baseUrl: product.url,
      headers: { authorization: `Bearer ${owner.key.api_key}` },
    });
    const made = await client.POST('/api/links', { body: { url: 'https://example.com/typed', custom_code: 'typed' } });
    expect(made.data).toMatchObject({ original_url: 'https://example.com/typed', short_code: 'typed' });
    const path = { id: made.data?.id ?? '' };
    // The link is told to statistics by an event.
    await eventually(async () => {
      const statistics = await client.GET('/api/links/{id}/analytics', { params: { path } });
      expect(statistics.data).toMatchObject({ total: 0, unique: 0 });
    });
    const listed = await client.GET('/api/links', { params: { query: { page: 1, limit: 10 } } });
    expect(listed.data?.data.map(({ id }) => id)).toEqual([path.id]);
    const changed = await client.PUT('/api/links/{id}', {
      params: { path },
      body: { title: 'Autumn', is_active: false },
    });
    expect(changed.data).toMatchObject({ title: 'Autumn', is_active: false });
    expect((await client.DELETE('/api/links/{id}', { params: { path } })).response.status).toBe(204);
    const gone = await client.GET('/api/links/{id}', { params: { path } });
    expect(gone.error?.code).toBe('links.not_found');
  });

  // The README names what it takes.
  (hasGenerator ? describe : describe.skip)('by another generator', () => {
    it('does them in Python', async () => {
      const made = join(folder, 'linkway_client');
      const how = ['generate', '--path', document, '--output-path', made, '--meta', 'none'];
      await run('python3', ['-m', 'openapi_python_client', ...how]);
      const { stdout } = await run('python3', [fiveCalls, made, product.url, owner.key.api_key, 'python']);
      expect(stdout.trim()).toBe('done');
    }, 60_000);
  });
});
