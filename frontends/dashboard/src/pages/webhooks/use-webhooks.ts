import { api, body, type Webhook } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

const WEBHOOKS = ['webhooks'];
interface Webhooks {
  data: Webhook[];
  is_paused: boolean;
}

/** All webhooks of the account, newest first. */
export const useWebhooks = () =>
  usePageQuery<Webhooks>({ queryKey: WEBHOOKS, queryFn: () => body(api.GET('/api/webhooks')) });

/** What is known of the webhooks is shown at once, and asked for again. */
export function useWebhooksOnScreen() {
  const client = useQueryClient();
  return {
    show: async (change: (webhooks: Webhook[]) => Webhook[]): Promise<void> => {
      // An answer that is on its way would bring the old state back.
      await client.cancelQueries({ queryKey: WEBHOOKS });
      client.setQueryData<Webhooks>(WEBHOOKS, (known) => known && { ...known, data: change(known.data) });
    },
    renew: (): void => void client.invalidateQueries({ queryKey: WEBHOOKS }),
  };
}

export const withWebhook =
  (id: string, change: Partial<Webhook>) =>
  (webhooks: Webhook[]): Webhook[] =>
    webhooks.map((webhook) => (webhook.id === id ? { ...webhook, ...change } : webhook));

/** What people call it: its description, or else its host. */
export const nameOf = ({ url, description }: Webhook): string => description || new URL(url).host;

export type WebhookState = 'on' | 'off' | 'gone' | 'failing_off' | 'failing';

export function stateOf({ is_active, disabled_reason, failing_since }: Webhook): WebhookState {
  if (is_active) return failing_since === null ? 'on' : 'failing';
  if (disabled_reason === 'gone') return 'gone';
  return disabled_reason === 'failing' ? 'failing_off' : 'off';
}
