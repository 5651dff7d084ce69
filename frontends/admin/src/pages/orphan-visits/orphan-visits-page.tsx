import { api, body, type OrphanVisits } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
import { Button, EmptyState, PageHead } from '@linkway/kit/ui';
import { SearchOutlined, StopOutlined } from '@linkway/kit/ui/icons';
import { DataTable } from '@linkway/kit/ui/table';
import { useLastPage } from '../../list-search/use-last-page';
import { askedOf, isFiltered, type ListQuery, PAGE_SIZE, useListQuery } from './list-query';
import { ListTools } from './list-tools';
import { useOrphanColumns } from './orphan-columns';

interface OrphanPage {
  data: OrphanVisits[];
  pagination: { total: number; total_pages: number };
  /** Whether it was asked for some of them alone. */
  filtered: boolean;
}

/** One page; the one before stays on the screen until the next is there. */
const useOrphans = (asked: ListQuery) =>
  usePageQuery<OrphanPage>({
    queryKey: ['orphan-visits', asked],
    queryFn: async ({ signal }) => {
      const answer = await body(api.GET('/api/admin/orphan-visits', { params: { query: askedOf(asked) }, signal }));
      return { ...answer, filtered: isFiltered(asked) };
    },
    placeholderData: keepPreviousData,
  });

export default function OrphanVisitsPage() {
  const { t } = useTranslation('orphan-visits');
  const [query, change] = useListQuery();
  const { data, failure, stale, old, isFetching, refresh } = useOrphans(query);
  const columns = useOrphanColumns();
  const isForbidden = (failure as Partial<{ status: number }> | null)?.status === FORBIDDEN;

  useLastPage(data, old, query.page, change);

  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <ListTools query={query} change={change} fetching={isFetching} refresh={refresh} />
      <DataTable
        label={t('page.title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ host, code, reason }) => `${host}/${code} ${reason}`}
        expected={PAGE_SIZE}
        old={old}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort as ListQuery['sort'] })}
        error={
          failure && {
            error: failure,
            title: isForbidden ? t('no_permission') : t('failed'),
            ...(!isForbidden && { retry: refresh }),
            busy: isFetching,
          }
        }
        stale={stale}
        paging={{
          page: query.page,
          pageSize: PAGE_SIZE,
          total: data?.pagination.total ?? 0,
          onPage: (page) => change({ page }),
        }}
        empty={
          data?.filtered ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('none_found')}
              text={t('none_found_text')}
              action={<Button onClick={() => change({ search: '', reason: 'all' })}>{t('clear')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<StopOutlined />}
              title={t('empty')}
              text={t('empty_text')}
              action={<Button onClick={refresh}>{t('refresh')}</Button>}
            />
          )
        }
      />
    </>
  );
}

const FORBIDDEN = 403;
