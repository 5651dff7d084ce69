import { ApiProblem, api, body, type Campaign } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, useQuery } from '@linkway/kit/query';
import { isId } from './id';
import { usePicker } from './picker';

/** Names hardly change, and each row of a list may ask for one. */
const NAME_STALE_MS = 60_000;

const found = (search: string) => ({
  queryKey: ['campaigns', 'picker', search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    body(api.GET('/api/campaigns', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
});

/** Campaigns to choose from, found by their name. `chosen`: one that need not be among those found. */
export function useCampaignSearch(chosen: Campaign | undefined) {
  const field = usePicker();
  const { data, isFetching, isError } = useQuery({
    ...found(field.search),
    placeholderData: keepPreviousData,
    enabled: field.open,
  });
  const listed = data?.data ?? [];
  const rest = chosen && field.search === '' && !listed.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return { ...field, campaigns: [...rest, ...listed], isFetching, isError };
}

/** Whether it is known already that the workspace has no campaign: nothing is asked for that. */
export function useHasNoCampaign(): boolean {
  const { data } = useQuery({ ...found(''), enabled: false });
  return data?.summary.campaigns === 0;
}

export interface NamedCampaign {
  campaign: Campaign | undefined;
  /** There is none of this id any more. */
  isGone: boolean;
  /** What it is called, or what is to be said in place of that. */
  name: string;
}

/** One campaign by its id; of null, and of what is no id, nothing is asked. */
export function useCampaign(id: string | null): NamedCampaign {
  const { t } = useTranslation('dashboard');
  const { data, error } = useQuery({
    queryKey: ['campaign', id],
    queryFn: () => body(api.GET('/api/campaigns/{id}', { params: { path: { id: id ?? '' } } })),
    staleTime: NAME_STALE_MS,
    enabled: id !== null && isId(id),
  });
  const isGone = error instanceof ApiProblem && error.status === 404;
  const missing = isGone ? t('campaign.gone') : error ? t('missing') : '…';
  return { campaign: isGone ? undefined : data, isGone, name: isGone ? missing : (data?.name ?? missing) };
}
