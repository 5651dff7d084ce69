import { expect, it, jest } from '@jest/globals';
import { accountStandingRangeRpc, RANGE_LIMIT } from '@linkway/contracts';
import type { RpcClient } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import { askStandings } from './account-standings.js';

const logger = { warn: () => undefined };

it('learns which workspaces are shut by now, and which no longer, page by page, until it was answered', async () => {
  const book = new WorkspaceBook();
  book.update([{ workspace_id: 'opened', is_shut: true, version: 2 }]);
  const changed = Array.from({ length: RANGE_LIMIT }, (_, nth) => ({
    key: [`many${String(nth).padStart(5, '0')}`],
    version: 2,
    digest: null,
  }));
  const last = [
    { key: ['opened'], version: 3, digest: null },
    { key: ['private'], version: 4, digest: 'digest' },
    { key: ['shut'], version: 2, digest: 'digest' },
  ];
  const contents: Record<string, object> = {
    private: { status: 'active', own_visits: 'token' },
    shut: { status: 'disabled', own_visits: null },
  };
  // One account fits into each answer.
  const versions = ({ keys }: { keys: { key: [string] }[] }) => ({
    rows: keys.slice(0, 1).map(({ key }) => ({ key, version: 4, content: contents[key[0]] })),
    checked: 1,
  });
  const range = jest.fn(({ after }: { after: string[] | null }) => ({ rows: after === null ? changed : last }));
  range.mockImplementationOnce(() => {
    throw new Error('identity is away');
  });
  const call = jest.fn(async (rpc: unknown, input: never) =>
    rpc === accountStandingRangeRpc ? range(input) : versions(input),
  );
  const asking = askStandings(book, { call }, logger, 1);
  await eventually(() => expect(call).toHaveBeenCalledTimes(5));
  await asking.stop();
  expect(range.mock.calls.map(([{ after }]) => after)).toEqual([null, null, changed.at(-1)?.key]);
  const ids = ['opened', 'private', 'shut', 'many00000', 'unknown'];
  expect(ids.map((id) => book.isShut(id))).toEqual([false, false, true, false, false]);
  expect(ids.map((id) => book.isOwn(id, 'token'))).toEqual([false, true, false, false, false]);
});

it('asks again where news may have been missed', async () => {
  const call = jest.fn(async () => ({ rows: [] }));
  const asking = askStandings(new WorkspaceBook(), { call } as unknown as RpcClient, logger);
  await eventually(() => expect(call).toHaveBeenCalledTimes(1));
  asking.again();
  await eventually(() => expect(call).toHaveBeenCalledTimes(2));
  await asking.stop();
});
