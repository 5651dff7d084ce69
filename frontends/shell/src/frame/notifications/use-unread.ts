import { api, body } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useEffect, useRef } from 'react';

export const NOTIFICATIONS = ['notifications'];
export const UNREAD = [...NOTIFICATIONS, 'unread'];
export interface Unread {
  unread: number;
}

/** While the page is seen; beside that it is asked for whenever somebody comes back to it, or goes to another tab. */
const EVERY_MS = 60_000;

/** How many notifications are not read; null while that is not known. */
export function useUnread(tab: string): number | null {
  const client = useQueryClient();
  const { data } = usePageQuery<Unread>({
    queryKey: UNREAD,
    queryFn: () => body(api.GET('/api/notifications/unread')),
    refetchInterval: () => EVERY_MS,
  });
  const last = useRef(tab);
  useEffect(() => {
    if (last.current === tab) return;
    last.current = tab;
    // What is younger than ten seconds is kept.
    void client.refetchQueries({ queryKey: UNREAD, stale: true }, { cancelRefetch: false });
  }, [client, tab]);
  return data?.unread ?? null;
}
