import { api, body, type TwoFactor } from '@linkway/kit/api';
import { usePageQuery, useQueryClient } from '@linkway/kit/query';

const key = ['two-factor'];

export const useTwoFactor = () =>
  usePageQuery<TwoFactor>({ queryKey: key, queryFn: () => body(api.GET('/api/me/two-factor')) });

/** What an answer has told of it is shown at once, and asked for again. */
export function useTwoFactorChanged(): (now?: Partial<TwoFactor>) => void {
  const client = useQueryClient();
  return (now) => {
    client.setQueryData<TwoFactor>(key, (known) => known && { ...known, ...now });
    void client.invalidateQueries({ queryKey: key });
  };
}
