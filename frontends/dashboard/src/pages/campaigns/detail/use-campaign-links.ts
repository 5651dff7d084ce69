import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import { api, asProblem, body, type Link } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery, useQueryClient } from '@linkway/kit/query';
import { useTableQuery } from '@linkway/kit/ui/table';
import { expecting } from '../../../data/expecting';
import { useLiveClicks } from '../../../data/live-clicks';
import { useLinksChanged } from '../../../data/queries';
import { shortAddress } from '../../../data/short-address';
import type { RowProblems } from '../../../parts/use-row-problems';

export const PAGE_SIZE = 10;

const asked = {
  sorts: ['newest', 'oldest', 'most_clicks', 'fewest_clicks'],
  /** Which campaign is shown stays in the address. */
  texts: { campaign: (id: string) => id },
  /** Numbered pages end there, however many links there are. */
  lastPage: MOST_BY_PAGE / PAGE_SIZE,
} as const;

/** Which of the campaign's links are shown, read from the address and kept there. */
export const useLinksQuery = () => useTableQuery(asked);
export type LinksQuery = ReturnType<typeof useLinksQuery>[0];

const keyOf = (campaign: string) => ['links', 'of-campaign', campaign];
interface LinkPage {
  data: Link[];
  pagination: { total: number; total_pages: number; total_is_least?: boolean; clicks_as_of?: string | null };
}

/** One page of the links in a campaign; the one before stays on the screen until the next is there. */
export function useCampaignLinks({ campaign, page, sort }: LinksQuery) {
  const refetchInterval = useLiveClicks<LinkPage>('links', null, ({ data }) =>
    data.some(({ clicks_count }) => clicks_count === null),
  );
  return usePageQuery<LinkPage>({
    queryKey: [...keyOf(campaign), { page, sort }],
    queryFn: ({ signal }) =>
      body(
        api.GET('/api/links', { params: { query: { page, limit: PAGE_SIZE, sort, campaign_id: campaign } }, signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

/** Takes a link out of the campaign at once, with undo; a refusal brings it back and says why. */
export function useTakeOut(campaign: string, problems: RowProblems): (link: Link) => Promise<void> {
  const { t } = useTranslation(['campaigns', 'dashboard']);
  const client = useQueryClient();
  const changed = useLinksChanged();

  /** `from`: where it is shown; one that somebody else has put it into meanwhile stays. */
  const put = async (link: Link, campaign_id: string | null, from: string | null): Promise<boolean> => {
    problems.forget(link.id);
    try {
      await expecting({ campaign_id, expected: { campaign_id: from } }, (change) =>
        body(api.PUT('/api/links/{id}', { params: { path: { id: link.id } }, body: change })),
      );
      return true;
    } catch (error) {
      const said = { address: shortAddress(link.short_url), reason: asProblem(error).detail };
      const text = campaign_id === null ? t('detail.not_taken_out', said) : t('detail.not_put_back', said);
      problems.tell(link.id, text);
      toast(text, { kind: 'error' });
      return false;
    } finally {
      void changed();
    }
  };

  return async (link) => {
    const queryKey = keyOf(campaign);
    // An answer that is on its way would bring it back.
    await client.cancelQueries({ queryKey });
    client.setQueriesData<LinkPage>(
      { queryKey },
      (page) => page && { ...page, data: page.data.filter(({ id }) => id !== link.id) },
    );
    if (!(await put(link, null, campaign))) return;
    toast(t('detail.taken_out', { address: shortAddress(link.short_url) }), {
      about: link.id,
      action: { label: t('dashboard:undo'), run: () => void put(link, campaign, null) },
    });
  };
}
