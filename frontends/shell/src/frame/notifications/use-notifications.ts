import { api, asProblem, body, type NotificationsPage } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useInfiniteQuery, useQueryClient } from '@linkway/kit/query';
import { useState } from 'react';
import { NOTIFICATIONS, UNREAD, type Unread } from './use-unread';

const AT_ONCE = 20;

/** The notifications of the account, the newest first, and the ways to mark them as read. */
export function useNotifications() {
  const { t, i18n } = useTranslation('frame');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const query = useInfiniteQuery({
    // Their texts come in the language of the page.
    queryKey: [...NOTIFICATIONS, 'list', i18n.language],
    queryFn: ({ pageParam }) =>
      body<NotificationsPage>(
        api.GET('/api/notifications', {
          params: { query: { limit: AT_ONCE, ...(pageParam === null ? {} : { starting_after: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ data, pagination }) => (pagination.has_more ? (data.at(-1)?.id ?? null) : null),
    staleTime: 0,
  });
  const all = query.data?.pages.flatMap(({ data }) => data) ?? null;
  const unread = query.data?.pages.at(-1)?.unread ?? 0;
  const newest = all?.[0]?.id;

  const after = async (marking: Promise<Unread>): Promise<void> => {
    try {
      client.setQueryData<Unread>(UNREAD, await marking);
      await query.refetch();
    } catch (error) {
      toast(t('notifications.not_read', { reason: asProblem(error).detail }), { kind: 'error' });
    }
  };

  return {
    all,
    unread,
    problem: query.isError && all === null ? asProblem(query.error) : null,
    olderProblem: query.isFetchNextPageError ? asProblem(query.error) : null,
    isFetching: query.isFetching,
    retry: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    showOlder: () => void query.fetchNextPage(),
    read: (id: string) => after(body(api.POST('/api/notifications/{id}/read', { params: { path: { id } } }))),
    busy,
    readAll: async (): Promise<void> => {
      if (newest === undefined) return;
      setBusy(true);
      await after(body(api.POST('/api/notifications/read', { body: { up_to: newest } })));
      setBusy(false);
    },
  };
}
