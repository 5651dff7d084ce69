import { RANGE_LIMIT, type RowKey, type RpcReply, shutAccountRangeRpc } from '@linkway/contracts';
import { type AppLogger, periodic, type RpcClient } from '@linkway/platform';
import type { WorkspaceBook } from '../workspace/workspace-book.js';

const TRY_EVERY_MS = 5_000;

export interface ShutAccounts {
  /** Events may have been missed. */
  again(): void;
  stop(): Promise<void>;
}

/** Asks identity, until it answers, which workspaces are shut by now, and which of those in the book no longer. */
export function askShutAccounts(
  book: WorkspaceBook,
  rpc: Pick<RpcClient, 'call'>,
  logger: Pick<AppLogger, 'warn'>,
  tryEveryMs = TRY_EVERY_MS,
): ShutAccounts {
  let isKnown = false;
  const asking = periodic(
    tryEveryMs,
    async () => {
      if (isKnown) return;
      // News that is missed from here on is for the next round.
      isKnown = true;
      try {
        await update(book, rpc);
      } catch (error) {
        isKnown = false;
        throw error;
      }
    },
    { name: 'asking which workspaces are shut', logger },
  );
  const again = () => {
    isKnown = false;
    void asking.now();
  };
  again();
  return { again, stop: () => asking.stop() };
}

async function update(book: WorkspaceBook, rpc: Pick<RpcClient, 'call'>): Promise<void> {
  for (let after: RowKey | null = null; ; ) {
    const limit = RANGE_LIMIT;
    const { rows }: RpcReply<typeof shutAccountRangeRpc> = await rpc.call(shutAccountRangeRpc, {
      after,
      limit,
      fields: ['status'],
    });
    for (const { key, version, digest } of rows) {
      book.apply({ workspace_id: key[0] ?? '', is_shut: digest !== null, version });
    }
    if (rows.length < limit) return;
    after = rows.at(-1)?.key ?? null;
  }
}
