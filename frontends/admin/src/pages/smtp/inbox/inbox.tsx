import { api, body } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { keepPreviousData, usePageQuery } from '@linkway/kit/query';
import { ActionTooltip, Button, EmptyState, lazyDialog } from '@linkway/kit/ui';
import { EyeOutlined, MailOutlined, ReloadOutlined } from '@linkway/kit/ui/icons';
import { type Column, DataTable, useDialogs, useTableQuery } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useLastPage } from '../../../list-search/use-last-page';
import { SECTIONS } from '../section';
import { useFailure } from '../use-failure';
import styles from './inbox.module.css';
import type { ReadMailProps } from './read-mail';

const PAGE_SIZE = 10;
/** The part of the page stays in the address. */
const asked = { sorts: ['newest'], filters: { section: SECTIONS }, lastPage: 100_000 } as const;

const ReadMail = lazyDialog(
  () => import('./read-mail'),
  ({ dialog }: ReadMailProps) => {
    dialog.end();
    dialog.afterClose();
  },
);

type Entry = ReadMailProps['dialog']['of'];

/** Mails that were kept, as no server was set. */
export function Inbox() {
  const { t } = useTranslation('smtp');
  const { number } = useFormats();
  const [{ page }, change] = useTableQuery(asked);
  const { data, failure, stale, old, isFetching, refresh } = usePageQuery({
    queryKey: ['inbox-mails', page],
    queryFn: ({ signal }) =>
      body(api.GET('/api/admin/mail/inbox', { params: { query: { page, limit: PAGE_SIZE } }, signal })),
    placeholderData: keepPreviousData,
  });
  const total = data?.pagination.total ?? 0;
  const failureOf = useFailure();
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'read', Entry>(({ id }) => table.current?.focusRow(id));
  const read = (entry: Entry): void => dialogs.open('read', entry);
  useLastPage(data, old, page, ({ page: last }, how) => change({ page: last, section: 'inbox' }, how));
  return (
    <>
      <div className={styles.head}>
        <p className={styles.intro}>{t('inbox.text')}</p>
        <Button icon={<ReloadOutlined spin={isFetching} />} onClick={refresh}>
          {t('inbox.refresh')}
        </Button>
      </div>
      <DataTable
        ref={table}
        label={t('section.inbox')}
        columns={useColumns(read)}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={failure && { ...failureOf(failure, t('inbox.failed'), refresh), busy: isFetching }}
        stale={stale}
        count={t('inbox.count', { count: total, shown: number(total) })}
        paging={{ page, pageSize: PAGE_SIZE, total, onPage: (next) => change({ page: next, section: 'inbox' }) }}
        empty={<EmptyState icon={<MailOutlined />} title={t('inbox.empty')} text={t('inbox.empty_text')} />}
      />
      {dialogs.of('read').map((dialog) => (
        <ReadMail key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}

function useColumns(read: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation(['smtp', 'kit']);
  const { dateTime } = useFormats();
  return [
    {
      key: 'subject',
      title: t('inbox.subject'),
      main: true,
      minWidth: 280,
      render: (entry) => (
        <button type="button" className={styles.mail} onClick={() => read(entry)}>
          <bdi className={styles.subject}>{entry.subject || t('inbox.unreadable')}</bdi>
        </button>
      ),
    },
    {
      key: 'to',
      title: t('inbox.to'),
      minWidth: 240,
      card: 'line',
      render: (entry) => <bdi className={styles.to}>{entry.to}</bdi>,
    },
    {
      key: 'language',
      title: t('kit:language.label'),
      minWidth: 110,
      under: 'to',
      render: (entry) => t(`kit:language.${entry.language}`),
    },
    {
      key: 'created',
      title: t('inbox.created'),
      minWidth: 160,
      render: (entry) => <span className={styles.date}>{dateTime(entry.created_at)}</span>,
      cardRender: (entry) => dateTime(entry.created_at),
    },
    {
      key: 'actions',
      title: t('templates.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 1 },
      card: 'actions',
      render: (entry) => (
        <ActionTooltip title={t('inbox.read')}>
          <Button
            type="text"
            icon={<EyeOutlined />}
            aria-label={t('inbox.read_of', { subject: entry.subject || t('inbox.unreadable'), to: entry.to })}
            onClick={() => read(entry)}
          />
        </ActionTooltip>
      ),
    },
  ];
}
