import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import type { Link } from '@linkway/kit/api';
import { lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation, withTexts } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, EmptyState, lazyDialog, PageHead } from '@linkway/kit/ui';
import { LinkOutlined, PlusOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useEffect, useRef } from 'react';
import { useEnds } from '../../data/link-state';
import { ShareDialog } from '../../parts/share-link';
import { useRowProblems } from '../../parts/use-row-problems';
import { useSearchKey } from '../../parts/use-search-key';
import { useBulkActions } from './bulk/use-bulk-actions';
import { useLinkColumns } from './link-columns';
import { isFiltered, type ListQuery, PAGE_SIZE, unfiltered, useListQuery } from './list-query';
import styles from './my-links-page.module.css';
import { useColumns } from './use-columns';
import { useLinks } from './use-links';
import { usePause } from './use-pause';

// The links are read first; search and sorting come in the place that is kept for them.
const ListTools = lazyPart(() => import('./list-tools'), { waiting: <ToolsAsTheyWillBe /> });

const ended = ({ dialog }: { dialog: Dialog<Link> }): void => {
  dialog.end();
  dialog.afterClose();
};
const EditDrawer = lazyDialog(
  // With the texts of the form, which the page itself does not show.
  withTexts('create', () => import('./edit-drawer')),
  ended,
);
const ExplainDialog = lazyDialog(
  withTexts('create', () => import('./explain-dialog')),
  ended,
);
const HistoryDrawer = lazyDialog(
  withTexts('create', () => import('./history/history-drawer')),
  ended,
);
const DuplicateLink = lazyDialog(() => import('./duplicate-link'), ended);
const QuarantineDialog = lazyDialog(() => import('./quarantine-dialog'), ended);
const DeleteLink = lazyDialog(() => import('./delete-link'), ended);

export default function MyLinksPage() {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const { number, dateTime: time } = useFormats();
  const [query, change] = useListQuery();
  const { data, failure, stale, old, isFetching, refresh } = useLinks(query);
  useEnds(data?.data);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const focus = ({ id }: Link): void => table.current?.focusRow(id);
  const dialogs = useDialogs<'edit' | 'share' | 'explain' | 'history' | 'duplicate' | 'quarantine' | 'delete', Link>(
    focus,
  );
  const searchBox = useSearchKey();
  const problems = useRowProblems();
  const setPaused = usePause(focus, problems);
  const pause = (link: Link): void => void setPaused(link);
  const chosen = useColumns();
  const columns = useLinkColumns(chosen.shown, problems, {
    pause,
    edit: (link) => dialogs.open('edit', link),
    share: (link) => dialogs.open('share', link),
    explain: (link) => dialogs.open('explain', link),
    history: (link) => dialogs.open('history', link),
    duplicate: (link) => dialogs.open('duplicate', link),
    quarantine: (link) => dialogs.open('quarantine', link),
    remove: (link) => dialogs.open('delete', link),
  });
  const lastPage = data?.pagination.total_pages ?? 0;
  const total = data?.pagination.total ?? 0;
  const bulk = useBulkActions(query, data?.data, total, focus);
  const shown = { count: total, shown: number(total) };
  const asOf = data?.pagination.clicks_as_of;

  // The last link of the last page was deleted: the page before it is the last one now.
  useEffect(() => {
    if (data && !old && data.data.length === 0 && query.page > Math.max(1, lastPage))
      change({ page: Math.max(1, lastPage) }, { replace: true });
  });

  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab('create')}>
      {t('dashboard:create_link')}
    </Button>
  );

  return (
    <>
      <PageHead title={t('title')} text={t('text')} action={create} />
      <ListTools
        box={searchBox}
        query={query}
        change={change}
        columns={chosen}
        fetching={isFetching}
        refresh={refresh}
      />
      {bulk.report}
      <DataTable
        ref={table}
        label={t('title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        stale={stale}
        selection={bulk.selection}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort as ListQuery['sort'] })}
        count={
          <>
            {data?.pagination.total_is_least ? t('count_least', shown) : t('count', shown)}
            {asOf !== undefined && (
              <> · {asOf === null ? t('clicks_counting') : t('clicks_as_of', { time: time(asOf) })}</>
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
          isFiltered(query) ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('none_found')}
              text={t('none_found_text')}
              action={<Button onClick={() => change(unfiltered)}>{t('clear')}</Button>}
            />
          ) : (
            <EmptyState icon={<LinkOutlined />} title={t('empty')} text={t('empty_text')} action={create} first />
          )
        }
      />
      {bulk.dialogs}
      {dialogs.of('edit').map((dialog) => (
        <EditDrawer key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('share').map((dialog) => (
        <ShareDialog key={dialog.id} link={dialog.of} dialog={dialog} />
      ))}
      {dialogs.of('explain').map((dialog) => (
        <ExplainDialog key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('history').map((dialog) => (
        <HistoryDrawer key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('duplicate').map((dialog) => (
        <DuplicateLink key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('quarantine').map((dialog) => (
        <QuarantineDialog key={dialog.id} dialog={dialog} edit={(link) => dialogs.open('edit', link)} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteLink key={dialog.id} dialog={dialog} pause={pause} problems={problems} />
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
        <div className={styles.groupFilters}>
          <span className={styles.ghost} />
          <span className={styles.ghost} />
        </div>
        <span className={`${styles.created} ${styles.ghost}`} />
        <span className={`${styles.columns} ${styles.ghost}`} />
      </div>
    </div>
  );
}
