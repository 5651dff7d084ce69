import type { ReportCase } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, lazyDialog, readableAddress } from '@linkway/kit/ui';
import { ReloadOutlined, SafetyCertificateOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { type Column, DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useLastPage } from '../../../list-search/use-last-page';
import styles from '../link-safety-page.module.css';
import { shortOf } from '../quarantined/quarantined';
import { FILTERS, PAGE_SIZE, type ViewProps } from '../safety-query';
import { useReportCases } from '../use-link-safety';

export type DecidedReport = ReportCase & { decision: 'quarantine' | 'dismiss' };
type Kind = ReportCase['last'][number]['kind'];

const DecideReport = lazyDialog(
  () => import('./decide-report'),
  ({ dialog }: { dialog: Dialog<DecidedReport> }) => {
    dialog.end();
    dialog.afterClose();
  },
);

/** What visitors said of links, one row for each link. */
export function Reports({ query, change }: ViewProps) {
  const { t } = useTranslation('link-safety');
  const { dateTime, number } = useFormats();
  const { data, failure, stale, old, isFetching, refresh } = useReportCases(query);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'decide', DecidedReport>(({ id }) => table.current?.focusRow(id));
  const total = data?.pagination.total ?? 0;
  useLastPage(data, old, query.page, change);
  const columns: Column<ReportCase>[] = [
    {
      key: 'link',
      title: t('link'),
      main: true,
      minWidth: 240,
      render: (row) => (
        <span className={styles.lines}>
          <strong className={styles.address}>{shortOf(row)}</strong>
          <span className={styles.quiet}>{row.link ? readableAddress(row.link.original_url) : t('reports.gone')}</span>
          {row.link?.workspace_id === null && <span className={styles.quiet}>{t('of_guest')}</span>}
          {row.link?.is_quarantined && <span className={styles.quiet}>{t('reports.is_quarantined')}</span>}
        </span>
      ),
    },
    {
      key: 'reported',
      title: t('reports.reported'),
      minWidth: 280,
      card: 'line',
      render: ({ kinds, last }) => (
        <div className={styles.lines}>
          <p>
            {Object.entries(kinds)
              .map(([kind, count]) => `${t(`reports.kinds.${kind as Kind}`)}: ${number(count)}`)
              .join(' · ')}
          </p>
          {last
            .filter(({ details, email }) => details || email)
            .slice(0, 3)
            .map(({ details, email, created_at }) => (
              <p key={`${created_at} ${email}`} className={styles.quote}>
                <bdi>{[details, email].filter(Boolean).join(' · ')}</bdi>
              </p>
            ))}
        </div>
      ),
    },
    {
      key: 'last',
      title: t('reports.last'),
      minWidth: 150,
      card: 'line',
      render: ({ last_at, state, note }) => (
        <span className={styles.lines}>
          <span>{dateTime(last_at)}</span>
          {state !== 'open' && <span className={styles.quiet}>{t(`reports.decided.${state}`)}</span>}
          {note && <bdi className={styles.quiet}>{note}</bdi>}
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      quiet: true,
      align: 'end',
      minWidth: 200,
      card: 'actions',
      render: (row) =>
        row.state === 'open' && (
          <span className={styles.actions}>
            {row.link && (
              <Button
                aria-label={t('reports.quarantine_of', { link: shortOf(row) })}
                onClick={() => dialogs.open('decide', { ...row, decision: 'quarantine' })}
              >
                {t('reports.quarantine')}
              </Button>
            )}
            <Button
              aria-label={t('reports.dismiss_of', { link: shortOf(row) })}
              onClick={() => dialogs.open('decide', { ...row, decision: 'dismiss' })}
            >
              {t('reports.dismiss')}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      <div className={styles.tools}>
        <Select
          id="report_state"
          aria-label={t('reports.which')}
          value={query.state}
          onChange={(state) => change({ state })}
          options={FILTERS.state.map((value) => ({ value, label: t(`reports.state.${value}`) }))}
        />
        <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={t('refresh')} onClick={refresh} />
      </div>
      <DataTable
        ref={table}
        label={t('page.view.reports')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={3}
        old={old}
        stale={stale}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        count={t('reports.count', { count: total, shown: number(total) })}
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState icon={<SafetyCertificateOutlined />} title={t('reports.empty')} text={t('reports.empty_text')} />
        }
      />
      {dialogs.of('decide').map((dialog) => (
        <DecideReport key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}
