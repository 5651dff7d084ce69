import type { CampaignStatus } from '@linkway/contracts/rules';
import { api, body, type Campaign, type CampaignSummary, type ChangeCampaign } from '@linkway/kit/api';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { expecting } from '../../data/expecting';
import { type ListQuery, PAGE_SIZE } from './list-query';

interface CampaignPage {
  data: Campaign[];
  pagination: { page: number; limit: number; total: number; total_pages: number };
  summary: CampaignSummary;
}

const LIST = 'campaigns';
const ONE = 'campaign';

/** Clicks are added up some seconds after they were made, and nobody is told of it. */
const RENEWED_EVERY_MS = 30_000;
const WHILE_COUNTING_MS = 5_000;

/** Clicks are counted for the first time, and some may be missing. */
export const isCounting = ({ clicks_as_of }: Pick<Campaign, 'clicks_as_of'>): boolean => clicks_as_of === null;

/** When the clicks of all of these were counted; null: some still are, for the first time; undefined: there are none. */
export function countedAt(campaigns: readonly Campaign[]): string | null | undefined {
  if (campaigns.some(isCounting)) return null;
  return campaigns.flatMap(({ clicks_as_of }) => clicks_as_of ?? []).sort()[0];
}

/** One page of campaigns; the one before stays on the screen until the next is there. */
export function useCampaigns({ page, search, status, sort }: ListQuery) {
  return usePageQuery<CampaignPage>({
    queryKey: [LIST, { page, search, status, sort }],
    queryFn: ({ signal }) => {
      const wanted = { page, limit: PAGE_SIZE, sort, ...(search && { search }), ...(status !== 'all' && { status }) };
      return body(api.GET('/api/campaigns', { params: { query: wanted }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: (page) => (page?.data.some(isCounting) ? WHILE_COUNTING_MS : RENEWED_EVERY_MS),
  });
}

export function useCampaign(id: string) {
  return usePageQuery<Campaign>({
    queryKey: [ONE, id],
    queryFn: ({ signal }) => body(api.GET('/api/campaigns/{id}', { params: { path: { id } }, signal })),
    refetchInterval: (campaign) => (campaign && isCounting(campaign) ? WHILE_COUNTING_MS : RENEWED_EVERY_MS),
  });
}

/** What is known of a campaign is shown at once, wherever it is shown, and asked for again. */
export function useCampaignOnScreen() {
  const client = useQueryClient();
  return {
    show: async (id: string, change: Partial<Campaign>): Promise<void> => {
      // An answer that is on its way would bring the old state back.
      await Promise.all([LIST, ONE].map((key) => client.cancelQueries({ queryKey: [key] })));
      client.setQueryData<Campaign>([ONE, id], (known) => known && { ...known, ...change });
      client.setQueriesData<CampaignPage>(
        { queryKey: [LIST] },
        (page) =>
          page && { ...page, data: page.data.map((known) => (known.id === id ? { ...known, ...change } : known)) },
      );
    },
    renew: (): void => {
      // What is not asked for by itself would go on saying that there is none.
      void client.resetQueries({ queryKey: [LIST, 'picker'], type: 'inactive' });
      for (const key of [LIST, ONE]) void client.invalidateQueries({ queryKey: [key] });
    },
    /** It is no more: what is shown of it is left, and the lists and links are asked for again. */
    gone: (id: string): void => {
      client.removeQueries({ queryKey: [ONE, id], type: 'inactive' });
      // A page of its own shows it until it is left; whoever goes back there is told.
      void client.invalidateQueries({ queryKey: [ONE, id], refetchType: 'none' });
      for (const key of [LIST, 'links', 'link']) void client.invalidateQueries({ queryKey: [key] });
    },
  };
}

export const changeCampaign = (id: string, change: ChangeCampaign): Promise<Campaign> =>
  expecting(change, (sent) => body(api.PATCH('/api/campaigns/{id}', { params: { path: { id } }, body: sent })));

/** `from`: as it was seen; where somebody else has given it another one meanwhile, that stays. */
export const setStatus = (id: string, status: CampaignStatus, from: CampaignStatus): Promise<Campaign> =>
  changeCampaign(id, { status, expected: { status: from } });
