import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, EmptyState } from '@linkway/kit/ui';
import { LinkOutlined, PlusOutlined } from '@linkway/kit/ui/icons';
import { DataTable } from '@linkway/kit/ui/table';
import { useEffect } from 'react';
import { useEnds } from '../../../data/link-state';
import { useRowProblems } from '../../../parts/use-row-problems';
import styles from './campaign-detail.module.css';
import { useLinkColumns } from './link-columns';
import { type LinksQuery, PAGE_SIZE, useCampaignLinks, useTakeOut } from './use-campaign-links';

interface Props {
  query: LinksQuery;
  change: (change: Partial<LinksQuery>, how?: { replace?: boolean }) => void;
}

/** The links in a campaign, page by page. */
export function CampaignLinks({ query, change }: Props) {
  const { t } = useTranslation('campaigns');
  const { number, dateTime } = useFormats();
  const { data, failure, stale, old, isFetching, refresh } = useCampaignLinks(query);
  useEnds(data?.data);
  const problems = useRowProblems();
  const takeOut = useTakeOut(query.campaign, problems);
  const columns = useLinkColumns(problems, (link) => void takeOut(link));
  const lastPage = Math.max(1, data?.pagination.total_pages ?? 1);
  const total = data?.pagination.total ?? 0;
  const shown = { count: total, shown: number(total) };
  const asOf = data?.pagination.clicks_as_of;

  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab('create', { campaign: query.campaign })}>
      {t('add_link')}
    </Button>
  );

  // The last link of the last page was taken out: the page before it is the last one now.
  useEffect(() => {
    if (data && !old && data.data.length === 0 && query.page > lastPage) change({ page: lastPage }, { replace: true });
  });

  return (
    <section aria-labelledby="campaign-links">
      <header className={styles.head}>
        <h2 id="campaign-links" className={styles.heading}>
          {t('detail.links')}
        </h2>
        {data?.data.length !== 0 && create}
      </header>
      <DataTable
        label={t('detail.links')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={failure && { error: failure, title: t('detail.links_not_loaded'), retry: refresh, busy: isFetching }}
        stale={stale}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort as LinksQuery['sort'] })}
        count={
          <>
            {data?.pagination.total_is_least ? t('detail.links_least', shown) : t('links', shown)}
            {asOf !== undefined && (
              <> · {asOf === null ? t('clicks_counting') : t('clicks_as_of', { time: dateTime(asOf) })}</>
            )}
          </>
        }
        paging={{
          page: query.page,
          pageSize: PAGE_SIZE,
          total: Math.min(total, MOST_BY_PAGE),
          onPage: (page) => change({ page }),
        }}
        empty={
          <EmptyState icon={<LinkOutlined />} title={t('detail.empty')} text={t('detail.empty_text')} action={create} />
        }
      />
    </section>
  );
}
