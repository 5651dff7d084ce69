import { expect, it, jest } from '@jest/globals';
import { RANGE_LIMIT } from '@linkway/contracts';
import type { RpcClient } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { WorkspaceBook } from '../workspace/workspace-book.js';
import { askShutAccounts } from './shut-accounts.js';

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
    { key: ['shut'], version: 2, digest: 'digest' },
  ];
  const call = jest.fn(async (_rpc: unknown, { after }: { after: string[] | null }) => ({
    rows: after === null ? changed : last,
  }));
  call.mockRejectedValueOnce(new Error('identity is away'));
  const asking = askShutAccounts(book, { call } as unknown as RpcClient, logger, 1);
  await eventually(() => expect(call).toHaveBeenCalledTimes(3));
  await asking.stop();
  expect(call.mock.calls.map(([, { after }]) => after)).toEqual([null, null, changed.at(-1)?.key]);
  expect(['opened', 'shut', 'many00000', 'unknown'].map((id) => book.isShut(id))).toEqual([false, true, false, false]);
});

it('asks again where news may have been missed', async () => {
  const call = jest.fn(async () => ({ rows: [] }));
  const asking = askShutAccounts(new WorkspaceBook(), { call } as unknown as RpcClient, logger);
  await eventually(() => expect(call).toHaveBeenCalledTimes(1));
  asking.again();
  await eventually(() => expect(call).toHaveBeenCalledTimes(2));
  await asking.stop();
});
