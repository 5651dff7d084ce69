import { type AdminUser, api, body, type UpdateUser } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useSession } from '@linkway/kit/session';
import { isFiltered, type ListQuery, PAGE_SIZE } from './list-query';

interface UserPage {
  data: AdminUser[];
  pagination: { page: number; limit: number; total: number; total_pages: number };
  /** Whether it was asked for some of them alone. */
  filtered: boolean;
}

const USERS = ['users'];
const userKey = (id: string) => ['user', id];

/** One page of people; the one before stays on the screen until the next is there. */
export const useUsers = (asked: ListQuery) => {
  const { page, search, sort, role, subscription_type, status } = asked;
  return usePageQuery<UserPage>({
    queryKey: [...USERS, { page, search, sort, role, subscription_type, status }],
    queryFn: async ({ signal }) => {
      const query = {
        page,
        limit: PAGE_SIZE,
        sort,
        ...(search && { search }),
        ...(role !== 'all' && { role }),
        ...(subscription_type !== 'all' && { subscription_type }),
        ...(status !== 'all' && { status }),
      };
      const answer = await body(api.GET('/api/admin/users', { params: { query }, signal }));
      return { ...answer, filtered: isFiltered(asked) };
    },
    placeholderData: keepPreviousData,
  });
};

/** As it is now; until that is there, as the list had it. */
export const useUser = (listed: AdminUser) =>
  usePageQuery<AdminUser>({
    queryKey: userKey(listed.id),
    queryFn: ({ signal }) => body(api.GET('/api/admin/users/{id}', { params: { path: { id: listed.id } }, signal })),
    initialData: listed,
    initialDataUpdatedAt: 0,
  });

/** Changes somebody, and shows what the answer says of them in every list. */
export function useUpdateUser(): (id: string, changes: UpdateUser) => Promise<AdminUser> {
  const client = useQueryClient();
  const session = useSession();
  return async (id, changes) => {
    try {
      const changed = await body(api.PATCH('/api/admin/users/{id}', { params: { path: { id } }, body: changes }));
      client.setQueryData(userKey(id), changed);
      client.setQueriesData<UserPage>(
        { queryKey: USERS },
        (page) => page && { ...page, data: page.data.map((user) => (user.id === id ? changed : user)) },
      );
      // Other pages have one's own plan and limits from there.
      if (session.state === 'signed-in' && session.me.id === id) void client.invalidateQueries({ queryKey: ['me'] });
      return changed;
    } finally {
      // Filters and sorting may have another place for them now; what was refused may have been done elsewhere.
      void client.invalidateQueries({ queryKey: USERS });
    }
  };
}

/** Deletes somebody for good. */
export function useDeleteUser(): (id: string) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    try {
      await body(api.DELETE('/api/admin/users/{id}', { params: { path: { id } } }));
      client.removeQueries({ queryKey: userKey(id) });
    } finally {
      void client.invalidateQueries({ queryKey: USERS });
    }
  };
}

/** From then on all that this browser asks is answered as to that user. */
export async function impersonate(id: string, reason: string): Promise<void> {
  const asked = { params: { path: { id } }, body: reason ? { reason } : {} };
  await body(api.POST('/api/admin/users/{id}/impersonation', asked));
}
