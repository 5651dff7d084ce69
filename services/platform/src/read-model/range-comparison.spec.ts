import { describe, expect, it } from '@jest/globals';
import { type Route, type RowKey, type RpcInput, routeRangeRpc, routeVersionsRpc } from '@linkway/contracts';
import { comparePage, differences, type ReadModel } from './range-comparison.js';
import { compareKeys, digestOf, idOf, type Row, rangeReply, versionsReply } from './row.js';

type Content = Pick<Route, 'original_url'> & { newer?: number };
const row = (code: string, version: number, url: string | null, more: object = {}): Row<Content> => ({
  key: [code, '*'],
  version,
  content: url === null ? null : { original_url: url, ...more },
});

/** A copy and its owner in memory, both sorted as PostgreSQL would. */
function both(copy: Row<Content>[], owner: Row<Content>[]) {
  const sorted = (rows: Row<Content>[]) => [...rows].sort((a, b) => compareKeys(a.key, b.key));
  const behind = (rows: Row<Content>[], after: RowKey | null, limit: number) =>
    sorted(rows)
      .filter(({ key }) => after === null || compareKeys(key, after) > 0)
      .slice(0, limit);
  const among = (rows: Row<Content>[], keys: readonly RowKey[]) =>
    rows.filter((one) => keys.some((key) => idOf(key) === idOf(one.key)));
  const model = {
    name: 'routes',
    owner: 'links',
    fields: ['original_url'],
    range: routeRangeRpc,
    versions: routeVersionsRpc,
    page: async (after: RowKey | null, limit: number) => behind(copy, after, limit),
    read: async (keys: readonly RowKey[]) => among(copy, keys),
    mend: async () => [],
  } as unknown as ReadModel;
  const rpc = {
    call: async (contract: unknown, input: never) => {
      if (contract === routeRangeRpc) {
        const { after, limit, fields } = input as RpcInput<typeof routeRangeRpc>;
        return rangeReply(behind(owner, after, limit), fields);
      }
      const asked = input as RpcInput<typeof routeVersionsRpc>;
      return versionsReply(
        asked,
        among(
          owner,
          asked.keys.map(({ key }) => key),
        ),
      );
    },
  } as never;
  return { model, rpc };
}

async function suspectsOf(copy: Row<Content>[], owner: Row<Content>[], limit: number) {
  const { model, rpc } = both(copy, owner);
  const suspects: string[] = [];
  let rows = 0;
  let after: RowKey | null = null;
  do {
    const page = await comparePage(model, rpc, after, limit);
    suspects.push(...page.suspects.map(([code]) => code ?? ''));
    rows += page.rows;
    after = page.next;
  } while (after);
  return {
    suspects: suspects.sort(),
    rows,
    mends: await differences(
      model,
      rpc,
      suspects.map((code) => [code, '*']),
    ),
  };
}

describe('a comparison by ranges', () => {
  const same = Array.from({ length: 30 }, (_, at) => row(`c${String(at).padStart(2, '0')}`, 1, 'https://a.test/'));

  it.each([1, 2, 3, 7, 100])('finds each way to differ, in pages of %i', async (limit) => {
    const copy = [
      ...same,
      row('b-stale', 1, 'https://old.test/'),
      row('d-content', 4, 'https://wrong.test/'),
      row('e-unknown', 9, 'https://gone.test/'),
      row('f-dead', 3, null),
      row('g-ahead', 9, 'https://newer.test/'),
      row('h-deleted', 1, 'https://deleted.test/'),
    ];
    const owner = [
      ...same,
      row('a-missing', 1, 'https://a.test/'),
      row('b-stale', 2, 'https://new.test/'),
      row('d-content', 4, 'https://right.test/'),
      row('g-ahead', 8, 'https://older.test/'),
      row('h-deleted', 2, null),
      row('z-missing', 1, null),
    ];
    const { suspects, rows, mends } = await suspectsOf(copy, owner, limit);
    expect(suspects).toEqual(['a-missing', 'b-stale', 'd-content', 'e-unknown', 'g-ahead', 'h-deleted', 'z-missing']);
    expect(rows).toBe(38);
    expect(
      mends.map(({ key, held, version, content, reason }) => [
        key[0],
        held,
        version,
        (content as Content | null)?.original_url,
        reason,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['a-missing', null, 1, 'https://a.test/', 'missing'],
        ['b-stale', 1, 2, 'https://new.test/', 'stale'],
        ['d-content', 4, 4, 'https://right.test/', 'content'],
        ['e-unknown', 9, 0, undefined, 'unknown'],
        ['g-ahead', 9, 8, 'https://older.test/', 'ahead'],
        ['h-deleted', 1, 2, undefined, 'stale'],
        ['z-missing', null, 1, undefined, 'missing'],
      ]),
    );
    expect(mends).toHaveLength(7);
  });

  it('does not take a field that only one side knows for a difference, nor what agrees when looked at again', async () => {
    const owner = [row('a', 1, 'https://a.test/', { newer: 1 })];
    expect(await suspectsOf([row('a', 1, 'https://a.test/')], owner, 10)).toMatchObject({ suspects: [], mends: [] });
    const { model, rpc } = both(owner, owner);
    expect(await differences(model, rpc, [['a', '*']])).toEqual([]);
  });

  it('asks again for what did not fit into an answer', async () => {
    const long = `https://a.test/${'x'.repeat(200_000)}`;
    const owner = Array.from({ length: 9 }, (_, at) => row(`c${at}`, 1, long));
    expect((await suspectsOf([], owner, 100)).mends).toHaveLength(9);
  });
});

describe('a digest', () => {
  it('leaves out what is empty, and does not mind the order', () => {
    const fields = ['a', 'b', 'c'];
    expect(digestOf({ a: 1, b: { x: 1, y: null } }, fields)).toBe(digestOf({ c: null, b: { x: 1 }, a: 1 }, fields));
    expect(digestOf({ a: 1 }, fields)).not.toBe(digestOf({ b: 1 }, fields));
    expect(digestOf({ a: { x: 1, y: 2 } }, fields)).toBe(digestOf({ a: { y: 2, x: 1 } }, fields));
  });
});

it('keys follow each other by bytes, as in PostgreSQL', () => {
  const keys: RowKey[] = [
    ['a', 'b'],
    ['B', 'a'],
    ['a', '*'],
    ['_', 'a'],
    ['é', 'a'],
    ['ab', '*'],
    ['-', 'x'],
  ];
  expect(keys.sort(compareKeys).map((key) => key.join(' '))).toEqual([
    '- x',
    'B a',
    '_ a',
    'a *',
    'a b',
    'ab *',
    'é a',
  ]);
});
