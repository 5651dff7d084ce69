import { useQueryClient } from '@linkway/kit/query';
import { useSession } from '@linkway/kit/session';
import { useEffect, useSyncExternalStore } from 'react';
import { ClickFeed } from './click-feed';
import { paced } from './paced';

/** Without a connection that tells of clicks. */
const BY_ITSELF_MS = 10_000;
/** With one: days pass without a click, too, and periods with them. */
const AS_TIME_PASSES_MS = 300_000;

const feed = new ClickFeed();

/** Whether clicks are heard of now. */
export const useIsLive = (): boolean => useSyncExternalStore(feed.watch, feed.isOpen);

/** What is asked for again: how often, in milliseconds. */
type Interval<T> = (data: T | undefined) => number;

/**
 * Asks again for the queries under `key` when clicks were counted: of the link, or of any. Answers how often they should be
 * asked for besides. `lacks`: whether an answer was made while a part of Linkway was away.
 */
export function useLiveClicks<T>(
  key: string,
  link: string | null = null,
  lacks: (data: T) => boolean = () => false,
): Interval<T> {
  const client = useQueryClient();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : null;
  const isOpen = useIsLive();
  useEffect(() => {
    if (account === null) return;
    const filter = { queryKey: [key], type: 'active' } as const;
    const ask = () => client.refetchQueries(filter, { cancelRefetch: false });
    const again = paced(async () => {
      // What is under way was asked for before the click; asking then would only join it.
      if (client.isFetching(filter) > 0) await ask();
      await ask();
    });
    const stop = feed.listen(account, (ids) => {
      if (link === null || ids === null || ids.includes(link)) again.run();
    });
    return () => {
      stop();
      again.stop();
    };
  }, [client, account, key, link]);
  // That a part of Linkway is back is told by nobody.
  return (data) => (isOpen && !(data !== undefined && lacks(data)) ? AS_TIME_PASSES_MS : BY_ITSELF_MS);
}
