import { api, body, type CampaignName } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, useQuery } from '@linkway/kit/query';
import { isId } from './id';
import { usePicker } from './picker';

/** Names hardly change, and each row of a list may ask for one. */
const NAME_STALE_MS = 60_000;

const found = (search: string) => ({
  queryKey: ['campaigns', 'picker', search],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { limit: 20, ...(search && { search }) };
    return (await body(api.GET('/api/campaign-names', { params: { query }, signal }))).data;
  },
});

/** Campaigns to choose from, found by their name. `chosen`: one that need not be among those found. */
export function useCampaignSearch(chosen: CampaignName | undefined) {
  const field = usePicker();
  const { data, isFetching, isError } = useQuery({
    ...found(field.search),
    placeholderData: keepPreviousData,
    enabled: field.open,
  });
  const listed = data ?? [];
  const rest = chosen && field.search === '' && !listed.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return { ...field, campaigns: [...rest, ...listed], isFetching, isError };
}

/** Whether it is known already that the workspace has no campaign: nothing is asked for that. */
export function useHasNoCampaign(): boolean {
  const { data } = useQuery({ ...found(''), enabled: false });
  return data?.length === 0;
}

type Names = ReadonlyMap<string, CampaignName>;
/** As many names as are told at once. */
const MOST = 100;
let asking: { ids: Set<string>; names: Promise<Names> } | undefined;

/** Those that are asked for as a page is drawn are asked for together. */
async function nameOf(id: string): Promise<CampaignName | null> {
  if (!asking || asking.ids.size >= MOST) asking = together();
  asking.ids.add(id);
  return (await asking.names).get(id) ?? null;
}

function together(): NonNullable<typeof asking> {
  const ids = new Set<string>();
  const ask = async (): Promise<Names> => {
    await new Promise((resolve) => setTimeout(resolve));
    asking = undefined;
    const query = { ids: [...ids].join() };
    const { data } = await body(api.GET('/api/campaign-names', { params: { query } }));
    return new Map(data.map((campaign) => [campaign.id, campaign]));
  };
  return { ids, names: ask() };
}

export interface NamedCampaign {
  campaign: CampaignName | undefined;
  /** There is none of this id any more. */
  isGone: boolean;
  /** What it is called, or what is to be said in place of that. */
  name: string;
}

/** One campaign by its id; of null, and of what is no id, nothing is asked. */
export function useCampaign(id: string | null): NamedCampaign {
  const { t } = useTranslation('dashboard');
  const { data, error } = useQuery({
    queryKey: ['campaign', id, 'name'],
    queryFn: () => nameOf(id ?? ''),
    staleTime: NAME_STALE_MS,
    enabled: id !== null && isId(id),
  });
  const isGone = data === null;
  const missing = isGone ? t('campaign.gone') : error ? t('missing') : '…';
  return { campaign: data ?? undefined, isGone, name: data?.name ?? missing };
}
