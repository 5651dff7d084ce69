import {
  accountStandingRangeRpc,
  accountStandingVersionsRpc,
  RANGE_LIMIT,
  type RowKey,
  type RpcReply,
  VERSIONS_LIMIT,
} from '@linkway/contracts';
import { type AppLogger, periodic, type RpcClient } from '@linkway/platform';
import type { WorkspaceBook } from '../workspace/workspace-book.js';

const TRY_EVERY_MS = 5_000;
const FIELDS = ['status', 'own_visits'];

type Asking = Pick<RpcClient, 'call'>;

export interface Standings {
  /** Events may have been missed. */
  again(): void;
  stop(): Promise<void>;
}

/** Asks identity, until it answers, which workspaces are shut by now, and which of those in the book no longer. */
export function askStandings(
  book: WorkspaceBook,
  rpc: Asking,
  logger: Pick<AppLogger, 'warn'>,
  tryEveryMs = TRY_EVERY_MS,
): Standings {
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

async function update(book: WorkspaceBook, rpc: Asking): Promise<void> {
  for (let after: RowKey | null = null; ; ) {
    const limit = RANGE_LIMIT;
    const { rows }: RpcReply<typeof accountStandingRangeRpc> = await rpc.call(accountStandingRangeRpc, {
      after,
      limit,
      fields: FIELDS,
    });
    const telling: RowKey[] = [];
    for (const { key, version, digest } of rows) {
      if (digest !== null) telling.push(key);
      else book.apply({ workspace_id: key[0] ?? '', is_shut: false, own_visits: null, version });
    }
    await read(book, rpc, telling);
    if (rows.length < limit) return;
    after = rows.at(-1)?.key ?? null;
  }
}

/** What there is to know of those whose digest says that there is more than a version. */
async function read(book: WorkspaceBook, rpc: Asking, keys: readonly RowKey[]): Promise<void> {
  for (let from = 0; from < keys.length; ) {
    const asked = keys.slice(from, from + VERSIONS_LIMIT).map((key) => ({ key, version: null }));
    const { rows, checked } = await rpc.call(accountStandingVersionsRpc, { keys: asked, fields: FIELDS });
    for (const { key, version, content } of rows) {
      const { status = 'active', own_visits = null } = content ?? {};
      book.apply({ workspace_id: key[0] ?? '', is_shut: status !== 'active', own_visits, version: version ?? 0 });
    }
    if (checked === 0) throw new Error('identity looked at no account');
    from += checked;
  }
}
