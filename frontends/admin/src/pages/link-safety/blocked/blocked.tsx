import type { BlockedDestination } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, lazyDialog } from '@linkway/kit/ui';
import { Confirm } from '@linkway/kit/ui/form';
import { PlusOutlined, ReloadOutlined, StopOutlined } from '@linkway/kit/ui/icons';
import { SearchField } from '@linkway/kit/ui/input';
import { type Column, DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useLastPage } from '../../../list-search/use-last-page';
import styles from '../link-safety-page.module.css';
import { PAGE_SIZE, type ViewProps } from '../safety-query';
import { useBlockedDestinations, useSafetyActs } from '../use-link-safety';

const AddEntries = lazyDialog(
  () => import('./add-entries'),
  ({ dialog }: { dialog: Dialog<{ id: string }> }) => {
    dialog.end();
    dialog.afterClose();
  },
);

/** What no link may lead to. */
export function Blocked({ query, change }: ViewProps) {
  const { t } = useTranslation('link-safety');
  const { dateTime, number } = useFormats();
  const { data, failure, stale, old, isFetching, refresh } = useBlockedDestinations(query);
  const { unblock } = useSafetyActs();
  const dialogs = useDialogs<'add' | 'unblock', { id: string; entry?: string }>();
  const total = data?.pagination.total ?? 0;
  useLastPage(data, old, query.page, change);
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => dialogs.open('add', { id: 'new' })}>
      {t('blocked.add')}
    </Button>
  );
  const columns: Column<BlockedDestination>[] = [
    {
      key: 'entry',
      title: t('blocked.entry'),
      main: true,
      minWidth: 260,
      render: ({ entry, note, threat }) => (
        <span className={styles.lines}>
          <code className={styles.address}>{entry}</code>
          {(threat ?? note) && <bdi className={styles.quiet}>{[threat, note].filter(Boolean).join(' · ')}</bdi>}
        </span>
      ),
    },
    {
      key: 'source',
      title: t('blocked.source'),
      minWidth: 180,
      card: 'line',
      render: ({ source, provider, created_at }) => (
        <span className={styles.lines}>
          <span>{provider ?? t(`source.${source}`)}</span>
          <span className={styles.quiet}>{dateTime(created_at)}</span>
        </span>
      ),
    },
    {
      key: 'links',
      title: t('blocked.links'),
      align: 'end',
      minWidth: 110,
      render: ({ links }) => number(links),
      cardRender: ({ links }) => t('blocked.links_count', { count: links, shown: number(links) }),
    },
    {
      key: 'actions',
      title: t('actions'),
      quiet: true,
      align: 'end',
      minWidth: 110,
      card: 'actions',
      render: ({ id, entry }) => (
        <Button aria-label={t('blocked.remove_of', { entry })} onClick={() => dialogs.open('unblock', { id, entry })}>
          {t('blocked.remove')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <div className={styles.tools} role="search">
        <SearchField label={t('blocked.search')} value={query.search} onSearch={(search) => change({ search })} />
        <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={t('refresh')} onClick={refresh} />
        {add}
      </div>
      {data?.is_looking && (
        <p className={styles.quiet} role="status">
          {t('blocked.looking')}
        </p>
      )}
      <DataTable
        label={t('page.view.blocked')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={3}
        old={old}
        stale={stale}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        count={t('blocked.count', { count: total, shown: number(total) })}
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          query.search ? (
            <EmptyState
              icon={<StopOutlined />}
              title={t('blocked.none_found')}
              text={t('blocked.none_found_text')}
              action={<Button onClick={() => change({ search: '' })}>{t('blocked.clear')}</Button>}
            />
          ) : (
            <EmptyState icon={<StopOutlined />} title={t('blocked.empty')} text={t('blocked.empty_text')} />
          )
        }
      />
      {dialogs.of('add').map((dialog) => (
        <AddEntries key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('unblock').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('blocked.remove_title', { entry: dialog.of.entry })}
          text={t('blocked.remove_text')}
          confirm={t('blocked.remove')}
          failed={t('blocked.remove_failed')}
          act={() => unblock(dialog.of.id)}
          isDone={({ code }) => code === 'links.block_entry_not_found'}
          onDone={() => toast(t('blocked.removed', { entry: dialog.of.entry }))}
          onLateFailure={({ detail }) => toast(`${t('blocked.remove_failed')}: ${detail}`, { kind: 'error' })}
        />
      ))}
    </>
  );
}
