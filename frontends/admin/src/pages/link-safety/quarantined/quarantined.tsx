import type { QuarantinedLink } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, lazyDialog, readableAddress } from '@linkway/kit/ui';
import { ReloadOutlined, SafetyCertificateOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { type Column, DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useLastPage } from '../../../list-search/use-last-page';
import styles from '../link-safety-page.module.css';
import { FILTERS, PAGE_SIZE, type ViewProps } from '../safety-query';
import { useQuarantined } from '../use-link-safety';

export type Decided = QuarantinedLink & { id: string; decision: 'release' | 'keep' };

const DecideQuarantine = lazyDialog(
  () => import('./decide-quarantine'),
  ({ dialog }: { dialog: Dialog<Decided> }) => {
    dialog.end();
    dialog.afterClose();
  },
);

/** Links whose visitors are warned, those with an appeal first. */
export function Quarantined({ query, change }: ViewProps) {
  const { t } = useTranslation('link-safety');
  const { dateTime, number } = useFormats();
  const { data, failure, stale, old, isFetching, refresh } = useQuarantined(query);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'decide', Decided>(({ id }) => table.current?.focusRow(id));
  const decide = (link: QuarantinedLink, decision: Decided['decision']): void =>
    dialogs.open('decide', { ...link, id: link.link_id, decision });
  const total = data?.pagination.total ?? 0;
  useLastPage(data, old, query.page, change);
  const columns: Column<QuarantinedLink>[] = [
    {
      key: 'link',
      title: t('link'),
      main: true,
      minWidth: 240,
      render: (link) => (
        <span className={styles.lines}>
          <strong className={styles.address}>{shortOf(link)}</strong>
          <span className={styles.quiet}>{readableAddress(link.original_url)}</span>
          {link.workspace_id === null && <span className={styles.quiet}>{t('of_guest')}</span>}
        </span>
      ),
    },
    {
      key: 'why',
      title: t('quarantined.why'),
      minWidth: 260,
      card: 'line',
      render: ({ reasons, appeal }) => (
        <div className={styles.lines}>
          {reasons.map(({ entry_id, entry, source, threat, note, address }) => (
            <p key={`${entry_id} ${address}`} className={styles.quiet}>
              {t(`source.${source}`)}: <code>{entry}</code>
              {(threat ?? note) && ` · ${[threat, note].filter(Boolean).join(' · ')}`}
            </p>
          ))}
          {appeal && (
            <>
              <p>
                <strong>{t('quarantined.appeal')}</strong> · {dateTime(appeal.created_at)}
              </p>
              <p className={styles.quote}>
                <bdi>{appeal.text}</bdi>
              </p>
            </>
          )}
        </div>
      ),
    },
    {
      key: 'since',
      title: t('quarantined.since'),
      minWidth: 150,
      card: 'line',
      render: ({ since }) => dateTime(since),
    },
    {
      key: 'actions',
      title: t('actions'),
      quiet: true,
      align: 'end',
      minWidth: 200,
      card: 'actions',
      render: (link) => (
        <span className={styles.actions}>
          <Button
            aria-label={t('quarantined.release_of', { link: shortOf(link) })}
            onClick={() => decide(link, 'release')}
          >
            {t('quarantined.release')}
          </Button>
          {link.appeal && (
            <Button aria-label={t('quarantined.keep_of', { link: shortOf(link) })} onClick={() => decide(link, 'keep')}>
              {t('quarantined.keep')}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <div className={styles.tools}>
        <Select
          id="appealed"
          aria-label={t('quarantined.which')}
          value={query.appealed}
          onChange={(appealed) => change({ appealed })}
          options={FILTERS.appealed.map((value) => ({ value, label: t(`quarantined.appealed.${value}`) }))}
        />
        <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={t('refresh')} onClick={refresh} />
      </div>
      <DataTable
        ref={table}
        label={t('page.view.quarantined')}
        columns={columns}
        rows={data?.data}
        rowKey={({ link_id }) => link_id}
        expected={3}
        old={old}
        stale={stale}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        count={t('quarantined.count', { count: total, shown: number(total), appeals: number(data?.appeals ?? 0) })}
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={<SafetyCertificateOutlined />}
            title={t('quarantined.empty')}
            text={t('quarantined.empty_text')}
          />
        }
      />
      {dialogs.of('decide').map((dialog) => (
        <DecideQuarantine key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}

export const shortOf = ({ short_url }: { short_url: string }): string => short_url.replace(/^https?:\/\//, '');
