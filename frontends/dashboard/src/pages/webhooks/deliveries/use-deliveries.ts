import { TEST_EVENT, type WebhookEvent } from '@linkway/contracts/rules';
import { api, asProblem, body, type Webhook, type WebhookDelivery, type WebhookDeliveryDetail } from '@linkway/kit/api';
import { useInfiniteQuery, usePageQuery, useQueryClient } from '@linkway/kit/query';

export type Filter = 'all' | WebhookDelivery['state'];

const ONE = 'webhook';
const LOG = 'webhook-deliveries';
const PAGE = 20;
/** While something waits to be sent, it is looked at again. */
const WAITING_MS = 3_000;

export const useWebhook = (id: string) =>
  usePageQuery<Webhook>({
    queryKey: [ONE, id],
    queryFn: () => body(api.GET('/api/webhooks/{id}', { params: { path: { id } } })),
  });

/** Newest first, page by page. */
export function useLog(id: string, filter: Filter) {
  const query = useInfiniteQuery({
    queryKey: [LOG, id, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      body(
        api.GET('/api/webhooks/{id}/deliveries', {
          params: {
            path: { id },
            query: {
              limit: PAGE,
              ...(filter !== 'all' && { state: filter }),
              ...(pageParam !== null && { starting_after: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: (last) => last.next_starting_after,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((one) => one.state === 'pending')) ? WAITING_MS : false,
  });
  return { ...query, rows: query.data?.pages.flatMap(({ data }) => data) };
}

export const useDelivery = (webhookId: string, id: string) =>
  usePageQuery<WebhookDeliveryDetail>({
    queryKey: [LOG, webhookId, 'one', id],
    queryFn: () =>
      body(
        api.GET('/api/webhooks/{id}/deliveries/{delivery_id}', {
          params: { path: { id: webhookId, delivery_id: id } },
        }),
      ),
    refetchInterval: (delivery) => (delivery?.state === 'pending' ? WAITING_MS : 0),
  });

/** What is shown of a webhook is asked for again. */
export function useRenew(id: string): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [ONE, id] });
    void client.invalidateQueries({ queryKey: [LOG, id] });
    void client.invalidateQueries({ queryKey: ['webhooks'] });
  };
}

/** null: it is sent again; else why not. */
export async function replay(webhookId: string, id: string): Promise<string | null> {
  try {
    await body(
      api.POST('/api/webhooks/{id}/deliveries/{delivery_id}/replay', {
        params: { path: { id: webhookId, delivery_id: id } },
      }),
    );
    return null;
  } catch (error) {
    return asProblem(error).detail;
  }
}

export type TestKind = WebhookEvent | typeof TEST_EVENT;

/** An example of an event, or the test that is none. */
export const sendTest = (id: string, kind: TestKind): Promise<WebhookDeliveryDetail> =>
  body(
    api.POST('/api/webhooks/{id}/test', {
      params: { path: { id }, query: kind === TEST_EVENT ? {} : { event: kind } },
    }),
  );
