import { type ApiKey, api, body } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

const KEYS = ['api-keys'];
interface Keys {
  data: ApiKey[];
  requests_per_hour: number;
}

/** All keys of the account, newest first. */
export const useKeys = () => usePageQuery<Keys>({ queryKey: KEYS, queryFn: () => body(api.GET('/api/api-keys')) });

/** What is known of the keys is shown at once, and asked for again. */
export function useKeysOnScreen() {
  const client = useQueryClient();
  return {
    show: async (change: (keys: ApiKey[]) => ApiKey[]): Promise<void> => {
      // An answer that is on its way would bring the old state back.
      await client.cancelQueries({ queryKey: KEYS });
      client.setQueryData<Keys>(KEYS, (known) => known && { ...known, data: change(known.data) });
    },
    renew: (): void => void client.invalidateQueries({ queryKey: KEYS }),
  };
}

export const withKey =
  (id: string, change: Partial<ApiKey>) =>
  (keys: ApiKey[]): ApiKey[] =>
    keys.map((key) => (key.id === id ? { ...key, ...change } : key));

export type KeyState = 'on' | 'off' | 'expired' | 'off_expired';

export function keyState({ is_active, expires_at }: ApiKey, now = Date.now()): KeyState {
  const hasExpired = expires_at !== null && Date.parse(expires_at) <= now;
  if (!is_active) return hasExpired ? 'off_expired' : 'off';
  return hasExpired ? 'expired' : 'on';
}
