import type { AuditEntry } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, lazyDialog, PageHead } from '@linkway/kit/ui';
import { HistoryOutlined, SafetyCertificateOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { DataTable, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useLastPage } from '../../list-search/use-last-page';
import { useEntryColumns } from './entry-columns';
import type { EntryDialogProps } from './entry-details';
import { ExportBar } from './export-bar';
import { PAGE_SIZE, useListQuery } from './list-query';
import { ListTools } from './list-tools';
import { useLog, useVerification } from './use-log';
import { Verification } from './verification';

// Entries are looked over first.
const EntryDetails = lazyDialog<EntryDialogProps>(
  () => import('./entry-details'),
  ({ dialog }) => {
    dialog.end();
    dialog.afterClose();
  },
);

export default function LogsPage() {
  const { t } = useTranslation('logs');
  const { number } = useFormats();
  const [query, change] = useListQuery();
  const { data, failure, stale, old, isFetching, refresh } = useLog(query);
  const verification = useVerification();
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'details', AuditEntry>(({ id }) => table.current?.focusRow(id));
  const columns = useEntryColumns((entry) => dialogs.open('details', entry));
  // What is shown may still be the answer to what was asked before.
  const filtered = data?.filtered ?? false;
  const total = data?.pagination.total ?? 0;
  const shown = { count: total, shown: number(total) };
  const isForbidden = (failure as Partial<{ status: number }> | null)?.status === FORBIDDEN;

  useLastPage(data, old, query.page, change);

  return (
    <>
      <PageHead
        title={t('page.title')}
        text={t('page.text')}
        action={
          <Button
            type="primary"
            icon={<SafetyCertificateOutlined />}
            // The same button: who stops it stays where they are.
            loading={verification.busy && !verification.soFar}
            onClick={() => (verification.soFar ? verification.stop() : verification.verify(null))}
          >
            {t(verification.soFar ? 'verify.stop' : 'verify.button')}
          </Button>
        }
      />
      <Verification verification={verification} />
      <ListTools query={query} change={change} fetching={isFetching} refresh={refresh} />
      {data && (
        <ExportBar query={query} any={total > 0}>
          {filtered ? t('count_filtered', shown) : t('count', shown)}
        </ExportBar>
      )}
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
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          filtered ? (
            <EmptyState
              icon={<SearchOutlined />}
              title={t('none_found')}
              text={t('none_found_text')}
              action={
                <Button onClick={() => change({ search: '', level: 'all', module: 'all', from: '', to: '' })}>
                  {t('clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<HistoryOutlined />}
              title={t('empty')}
              text={t('empty_text')}
              action={<Button onClick={refresh}>{t('refresh')}</Button>}
            />
          )
        }
      />
      {dialogs.of('details').map((dialog) => (
        <EntryDetails key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}

const FORBIDDEN = 403;
