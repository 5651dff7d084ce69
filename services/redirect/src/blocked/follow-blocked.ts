import { getSecurityPolicyRpc, securityChanged } from '@linkway/contracts';
import { type AppLogger, type EventTail, periodic, type RpcClient, type Tail } from '@linkway/platform';
import type { BlockedBook } from './blocked-book.js';
import type { Blocked, BlockedFile } from './blocked-file.js';

const ASK_EVERY_MS = 60_000;
/** Until identity has answered for the first time. */
const RETRY_MS = 2_000;

export interface FollowedBlocks {
  readonly tail: Tail;
  stop(): Promise<void>;
}

interface Parts {
  book: BlockedBook;
  file: Pick<BlockedFile, 'write'>;
  rpc: Pick<RpcClient, 'call'>;
  events: Pick<EventTail, 'follow'>;
  logger: Pick<AppLogger, 'warn'>;
}

/** Keeps the book, and the file beside it, as identity has it: by its events at once, and by asking at the start, after a gap and once a minute. */
export function followBlocked({ book, file, rpc, events, logger }: Parts): FollowedBlocks {
  let isKnown = false;
  // One after the other, so that the last one stays.
  let kept = Promise.resolve();
  const keep = (blocked: Blocked): void => {
    kept = kept
      .then(() => file.write(blocked))
      .catch((error: unknown) => logger.warn('what is blocked cannot be kept', { error }));
  };
  const asking = periodic(
    ASK_EVERY_MS,
    async () => {
      try {
        const { version, blocked } = await rpc.call(getSecurityPolicyRpc, {});
        isKnown = true;
        if (book.set({ version, blocked })) keep({ version, blocked });
      } catch (error) {
        if (!isKnown) return RETRY_MS;
        throw error;
      }
    },
    { name: 'asking what is blocked', logger },
  );
  const tail = events.follow([securityChanged], ({ version, blocked }) => {
    if (book.hear({ version, blocked })) keep({ version, blocked });
  });
  tail.onGap(() => void asking.now());
  void asking.now();
  return {
    tail,
    async stop() {
      await asking.stop();
      await kept;
    },
  };
}
