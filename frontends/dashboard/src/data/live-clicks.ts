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

/**
 * Asks again for the queries under `key` when links were clicked: any of `links`, or any at all. Answers how often they should be
 * asked for besides, in milliseconds.
 */
export function useLiveClicks(key: string, link: string | null = null): number {
  const client = useQueryClient();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : null;
  const isOpen = useSyncExternalStore(feed.watch, feed.isOpen);
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
  return isOpen ? AS_TIME_PASSES_MS : BY_ITSELF_MS;
}
