import { ANY_HOST } from '@linkway/contracts';
import pg from 'pg';
import { say } from './result.ts';

const PORTION = 50_000;
const TELL_EVERY = 1_000_000;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const LENGTH = 6;
const CODES = BigInt(ALPHABET.length) ** BigInt(LENGTH);
/** Prime, and no factor of how many codes there are: each number has a code of its own, and neighbours lie far apart. */
const STEP = 2_654_435_761n;
const WORKSPACES = 50_000;
/** Of a hundred links so many lead by country and device, and so many by rules. */
const TARGETED = 5;
const RULED = 2;

/** The code of the n-th link. */
export function codeOf(number: number): string {
  let rest = (BigInt(number) * STEP) % CODES;
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    code += ALPHABET[Number(rest % BigInt(ALPHABET.length))];
    rest /= BigInt(ALPHABET.length);
  }
  return code;
}

const place = (at: number): string =>
  `(n * ${STEP}) % ${CODES} / ${BigInt(ALPHABET.length) ** BigInt(at)} % ${ALPHABET.length}`;
const CODE = Array.from({ length: LENGTH }, (_, at) => `substr('${ALPHABET}', (${place(at)})::int + 1, 1)`).join(
  ' || ',
);
const uuid = (prefix: string, number: string): string =>
  `('${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const json = (value: unknown): string => `'${JSON.stringify(value)}'::jsonb`;

const TARGETS = json({
  device_targeting: { mobile: 'https://m.example.com/landing' },
  location_targeting: { VN: 'https://example.com/vn', other: 'https://example.com/en' },
});
const RULES = json({
  rules: [
    {
      url: 'https://example.com/vi',
      any_of: [
        {
          all_of: [
            { kind: 'language', values: ['vi'] },
            { kind: 'device', values: ['mobile', 'tablet'] },
          ],
        },
      ],
    },
    {
      url: 'https://example.com/campaign',
      any_of: [{ all_of: [{ kind: 'query', name: 'utm_campaign', op: 'is', value: 'spring' }] }],
    },
  ],
});

/** As the projection writes them: the table's own triggers and indexes are at work. */
const INSERT = `
  INSERT INTO routes (code, host, version, deleted, link_id, workspace_id, original_url, route)
  SELECT code, '${ANY_HOST}', 1, false, link_id, workspace_id, url, jsonb_build_object(
      'link_id', link_id, 'workspace_id', workspace_id, 'host', '${ANY_HOST}', 'domain_name', null, 'code', code,
      'original_url', url, 'password_hash', null, 'expires_at', null, 'max_clicks', null, 'device_targeting', null,
      'is_active', true, 'version', 1)
    || CASE WHEN n % 100 < ${TARGETED} THEN ${TARGETS} WHEN n % 100 < ${TARGETED + RULED} THEN ${RULES} ELSE '{}'::jsonb END
  FROM (
    SELECT n, ${CODE} AS code, ${uuid('01900000', 'n')} AS link_id, ${uuid('01800000', `n % ${WORKSPACES}`)} AS workspace_id,
      'https://www.example.com/' || (ARRAY['blog/', 'products/', 'events/2026/', ''])[n % 4 + 1] || 'page-' || n
        || CASE WHEN n % 2 = 0 THEN '?utm_source=newsletter&utm_campaign=spring' ELSE '' END AS url
    FROM generate_series($1::bigint, $2::bigint) AS n) made`;

/** The redirect's table of routes, seen from outside. */
export class ManyRoutes {
  private readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  /** `url`: of the cluster. */
  static async open(url: string): Promise<ManyRoutes> {
    const address = new URL(url);
    address.pathname = '/linkway_redirect';
    const client = new pg.Client({ connectionString: address.href });
    // It is taken away during a run.
    client.on('error', () => undefined);
    await client.connect();
    return new ManyRoutes(client);
  }

  async fill(count: number): Promise<void> {
    await this.client.query('SET synchronous_commit = off');
    for (let from = 0; from < count; from += PORTION) {
      await this.client.query(INSERT, [from, Math.min(from + PORTION, count) - 1]);
      if ((from + PORTION) % TELL_EVERY === 0) say(`  ${from + PORTION} links`);
    }
    // As the table's own vacuum would leave it.
    await this.client.query('VACUUM (ANALYZE) routes');
  }

  /** Bytes of the table, and of its indexes, for each row. */
  async bytes(): Promise<{ table: number; indexes: number }> {
    const { rows } = await this.client.query<{ table: number; indexes: number }>(
      `SELECT pg_table_size('routes')::float8 / count(*) AS table, pg_indexes_size('routes')::float8 / count(*) AS indexes FROM routes`,
    );
    return rows[0] ?? { table: Number.NaN, indexes: Number.NaN };
  }

  /** How long each of them takes by its key, one after the other, in ms. */
  async lookUp(codes: readonly string[]): Promise<number[]> {
    const durations: number[] = [];
    for (const code of codes) {
      const began = performance.now();
      const { rowCount } = await this.client.query({
        name: 'look-up',
        text: 'SELECT * FROM routes WHERE (code, host) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
        values: [
          [code, code],
          ['127.0.0.1', ANY_HOST],
        ],
      });
      durations.push(performance.now() - began);
      if (rowCount !== 1) throw new Error(`${code} is not there`);
    }
    return durations;
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
