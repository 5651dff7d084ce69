import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useServers } from '../src/testkit/index.js';

const servers = useServers({ clickhouseServer: true });
let client: ClickHouseClient;

beforeAll(() => {
  client = createClient({
    url: servers.clickhouseServer.url,
    compression: { request: true, response: true },
    log: { level: ClickHouseLogLevel.OFF },
  });
});

afterAll(() => client.close());

async function rows<T>(query: string, params: Record<string, unknown> = {}, settings = {}): Promise<T[]> {
  const result = await client.query({
    query,
    query_params: params,
    format: 'JSONEachRow',
    clickhouse_settings: settings,
  });
  return result.json<T>();
}

describe('ClickHouse over HTTP on the embedded engine', () => {
  it('answers pings and queries with parameters of every kind', async () => {
    expect(await client.ping()).toEqual({ success: true });
    expect(await client.ping({ select: true })).toEqual({ success: true });
    const [row] = await rows(
      "SELECT {text:String} AS text, {list:Array(String)} AS list, {at:DateTime64(3, 'UTC')} AS at, {number:UInt8} AS number",
      { text: "it's; a \\ \n\t text", list: ["a'b", 'ü'], at: '2026-01-31 23:59:59.123', number: 7 },
    );
    expect(row).toEqual({
      text: "it's; a \\ \n\t text",
      list: ["a'b", 'ü'],
      at: '2026-01-31 23:59:59.123',
      number: 7,
    });
  });

  it('gives each request its own settings', async () => {
    const one = () =>
      rows<{ one: string }>("SELECT toString(getSetting('max_threads')) AS one", {}, { max_threads: 1 });
    const usual = () => rows<{ one: string }>("SELECT toString(getSetting('max_threads')) AS one");
    const before = await usual();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one() : usual())));
    answers.forEach((answer, index) => expect(answer).toEqual(index % 2 === 0 ? [{ one: '1' }] : before));
  });

  it('stores streams and knows a repeated token', async () => {
    await client.command({
      query: `CREATE TABLE things (id UInt32, name String) ENGINE = MergeTree ORDER BY id
              SETTINGS non_replicated_deduplication_window = 100`,
    });
    const values = [
      { id: 1, name: 'a; b' },
      { id: 2, name: "c'\nd" },
    ];
    const insert = (token: string) =>
      client.insert({
        table: 'things',
        values,
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: token, insert_deduplicate: 1 },
      });
    await insert('first');
    await insert('first');
    expect(await rows('SELECT id, name FROM things ORDER BY id')).toEqual(values);
    await insert('second');
    await client.insert({ table: 'things', values: [], format: 'JSONEachRow' });
    expect(await rows('SELECT toUInt32(count()) AS n FROM things')).toEqual([{ n: 4 }]);
  });

  it('tells errors by their code', async () => {
    await expect(rows('SELECT 1 FROM nowhere')).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' });
    await expect(
      rows('SELECT count() FROM numbers(100000000000)', {}, { max_execution_time: 1 }),
    ).rejects.toMatchObject({
      code: '159',
    });
  });

  it('has what it acknowledged after kill -9, on the same address', async () => {
    await client.command({ query: 'CREATE TABLE kept (id UInt32) ENGINE = MergeTree ORDER BY id' });
    await client.insert({ table: 'kept', values: [{ id: 5 }], format: 'JSONEachRow' });
    await servers.clickhouseServer.kill();
    await expect(rows('SELECT 1')).rejects.toThrow();
    await servers.clickhouseServer.start();
    expect(await rows('SELECT id FROM kept')).toEqual([{ id: 5 }]);
  });
});
