import type { ListedGuestLink } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, lazyDialog, PageHead } from '@linkway/kit/ui';
import { DeleteOutlined, LinkOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useGuestColumns } from './guest-columns';
import styles from './guest-links-page.module.css';
import { type ListQuery, PAGE_SIZE, unfiltered, useListQuery } from './list-query';
import { ListTools } from './list-tools';
import { useGuestLinks } from './use-guest-links';
import { useSteps } from './use-steps';

const ended = ({ dialog }: { dialog: Dialog<{ id: string }> }): void => {
  dialog.end();
  dialog.afterClose();
};
// Links are looked at first.
const DeleteGuestLink = lazyDialog<{ dialog: Dialog<ListedGuestLink> }>(() => import('./delete-guest-link'), ended);
const DeleteExpired = lazyDialog<{ dialog: Dialog<{ id: string }> }>(() => import('./delete-expired'), ended);

const ALL = { id: 'expired' };
const FORBIDDEN = 403;

export default function GuestLinksPage() {
  const { t } = useTranslation('guest-links');
  const { number } = useFormats();
  const [query, change] = useListQuery();
  const { data, failure, stale, old, isFetching, refresh } = useGuestLinks(query);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'delete', ListedGuestLink>(({ id }) => table.current?.focusRow(id));
  const expired = useDialogs<'delete', { id: string }>();
  const columns = useGuestColumns((link) => dialogs.open('delete', link));
  const steps = useSteps(query, change, { page: data, old });
  const isForbidden = (failure as Partial<{ status: number }> | null)?.status === FORBIDDEN;
  // What is shown may still be the answer to what was asked before.
  const filtered = data?.filtered ?? false;
  const isUnknown = data?.data.some(({ clicks_count }) => clicks_count === null);

  return (
    <>
      <PageHead
        title={t('page.title')}
        text={t('page.text')}
        action={
          <Button danger icon={<DeleteOutlined />} onClick={() => expired.open('delete', ALL)}>
            {t('expired_deletion.open')}
          </Button>
        }
      />
      {data && (
        <p className={styles.banner} role="status">
          <LinkOutlined /> <Count page={data} />
          {isUnknown && ` ${t('unknown')}`}
        </p>
      )}
      <ListTools query={query} change={change} fetching={isFetching} refresh={refresh} />
      <DataTable
        ref={table}
        label={t('page.title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={
          failure && {
            error: failure,
            title: isForbidden ? t('no_permission') : t('failed'),
            ...(!isForbidden && { retry: refresh }),
            busy: isFetching,
          }
        }
        stale={stale}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort as ListQuery['sort'] })}
        count={data && t('shown', { count: data.data.length, shown: number(data.data.length) })}
        paging={steps}
        empty={<Empty filtered={filtered} goOn={steps.onNext} clear={() => change(unfiltered)} refresh={refresh} />}
      />
      {dialogs.of('delete').map((dialog) => (
        <DeleteGuestLink key={dialog.id} dialog={dialog} />
      ))}
      {expired.of('delete').map((dialog) => (
        <DeleteExpired key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}

function Count({ page }: { page: NonNullable<ReturnType<typeof useGuestLinks>['data']> }) {
  const { t } = useTranslation('guest-links');
  const { number } = useFormats();
  const { total, total_is_least } = page.pagination;
  const shown = { count: total, shown: number(total) };
  if (page.filtered) return total_is_least ? t('found_least', shown) : t('found', shown);
  return total_is_least ? t('count_least', shown) : t('count', shown);
}

interface EmptyProps {
  filtered: boolean;
  /** There are links that were not looked at. */
  goOn: (() => void) | null;
  clear: () => void;
  refresh: () => void;
}

function Empty({ filtered, goOn, clear, refresh }: EmptyProps) {
  const { t } = useTranslation('guest-links');
  if (!filtered)
    return (
      <EmptyState
        icon={<LinkOutlined />}
        title={t('empty')}
        text={t('empty_text')}
        action={<Button onClick={refresh}>{t('refresh')}</Button>}
      />
    );
  return (
    <EmptyState
      icon={<SearchOutlined />}
      title={goOn ? t('none_yet') : t('none_found')}
      text={goOn ? t('none_yet_text') : t('none_found_text')}
      action={
        <>
          {goOn && (
            <Button type="primary" onClick={goOn}>
              {t('go_on')}
            </Button>
          )}
          <Button onClick={clear}>{t('clear')}</Button>
        </>
      }
    />
  );
}
