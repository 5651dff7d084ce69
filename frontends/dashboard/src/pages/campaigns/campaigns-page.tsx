import type { Campaign } from '@linkway/kit/api';
import { lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { openTab, useSearchParams } from '@linkway/kit/router';
import { Button, EmptyState, Ghost, lazyDialog, PageHead } from '@linkway/kit/ui';
import { NotificationOutlined, PlusOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useEffect, useRef, useState } from 'react';
import { type OneDialog, useOneDialog } from '../../parts/use-one-dialog';
import { useRowProblems } from '../../parts/use-row-problems';
import { useSearchKey } from '../../parts/use-search-key';
import { searchOf, useCampaignColumns } from './campaign-columns';
import styles from './campaigns-page.module.css';
import { isFiltered, PAGE_SIZE, unfiltered, useListQuery } from './list-query';
import { SummaryCards } from './summary-cards';
import { countedAt, useCampaigns } from './use-campaigns';
import { useToggle } from './use-toggle';

// The campaigns are read first; search and order come in the place that is kept for them.
const CampaignsTools = lazyPart(() => import('./campaigns-tools'), { waiting: <ToolsAsTheyWillBe /> });
const CampaignDetail = lazyPart(() => import('./detail/campaign-detail'), { waiting: <Ghost height={480} /> });

const ended = ({ dialog }: { dialog: Omit<Dialog<unknown>, 'of'> }): void => {
  dialog.end();
  dialog.afterClose();
};
const CampaignDialog = lazyDialog<{ dialog: OneDialog | Dialog<Campaign> }>(() => import('./campaign-dialog'), ended);
const DeleteCampaign = lazyDialog(() => import('./delete-campaign'), ended);

/** The list, or the campaign that the address names. */
export default function CampaignsPage() {
  const [params, setParams] = useSearchParams();
  const shown = params.get('campaign');
  const [first] = useState(shown);
  const [moved, setMoved] = useState(false);
  if (!moved && shown !== first) setMoved(true);
  // The tab is the same, so that nobody else leads to the top of what is shown in its place.
  const place = useRef(shown);
  useEffect(() => {
    if (place.current === shown) return;
    place.current = shown;
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [shown]);
  if (shown === null) return <List open={({ id }) => setParams(searchOf(id))} next={moved} />;
  return (
    <CampaignDetail
      key={shown}
      id={shown}
      next={moved}
      leave={() => setParams(new URLSearchParams({ tab: 'campaigns' }))}
    />
  );
}

function List({ open, next }: { open: (campaign: Campaign) => void; next: boolean }) {
  const { t } = useTranslation('campaigns');
  const { number, dateTime } = useFormats();
  const [query, change] = useListQuery();
  const { data, failure, stale, old, isFetching, refresh } = useCampaigns(query);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const main = useRef<HTMLDivElement>(null);
  const focus = ({ id }: Campaign): void => table.current?.focusRow(id);
  const dialogs = useDialogs<'edit' | 'delete', Campaign>(focus);
  // The button in an empty list goes with its first campaign.
  const create = useOneDialog('campaign-create', () => main.current?.querySelector('button')?.focus());
  const searchBox = useSearchKey();
  const problems = useRowProblems();
  const toggle = useToggle(problems, focus);
  const columns = useCampaignColumns(problems, {
    open,
    edit: (campaign) => dialogs.open('edit', campaign),
    toggle: (campaign) => void toggle(campaign),
    addLink: ({ id }) => openTab('create', { campaign: id }),
    remove: (campaign) => dialogs.open('delete', campaign),
  });
  const lastPage = Math.max(1, data?.pagination.total_pages ?? 1);
  const total = data?.pagination.total ?? 0;
  const counted = countedAt(data?.data ?? []);

  // The last campaign of the last page was deleted: the page before it is the last one now.
  useEffect(() => {
    if (data && !old && data.data.length === 0 && query.page > lastPage) change({ page: lastPage }, { replace: true });
  });

  const button = (
    <Button type="primary" icon={<PlusOutlined />} onClick={create.open}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('title')} text={t('text')} action={<div ref={main}>{button}</div>} next={next} />
      {!failure && <SummaryCards summary={data?.summary} counting={counted === null} />}
      <CampaignsTools box={searchBox} query={query} change={change} fetching={isFetching} refresh={refresh} />
      <DataTable
        ref={table}
        label={t('title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={failure && { error: failure, title: t('not_loaded'), retry: refresh, busy: isFetching }}
        stale={stale}
        count={
          <>
            {t('count', { count: total, shown: number(total) })}
            {counted !== undefined && (
              <> · {counted === null ? t('clicks_counting') : t('clicks_as_of', { time: dateTime(counted) })}</>
            )}
          </>
        }
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          isFiltered(query) ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('none_found')}
              text={t('none_found_text')}
              action={<Button onClick={() => change(unfiltered)}>{t('clear')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<NotificationOutlined />}
              title={t('empty')}
              text={t('empty_text')}
              action={button}
              first
            />
          )
        }
      />
      {create.dialog && <CampaignDialog key={create.dialog.id} dialog={create.dialog} />}
      {dialogs.of('edit').map((dialog) => (
        <CampaignDialog key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteCampaign key={dialog.id} dialog={dialog} problems={problems} />
      ))}
    </>
  );
}

function ToolsAsTheyWillBe() {
  return (
    <div className={styles.tools} aria-hidden="true">
      <div className={styles.row}>
        <span className={`${styles.search} ${styles.ghost}`} />
        <span className={styles.ghost} />
        <span className={styles.ghost} />
        <span className={`${styles.refresh} ${styles.ghost}`} />
      </div>
    </div>
  );
}
