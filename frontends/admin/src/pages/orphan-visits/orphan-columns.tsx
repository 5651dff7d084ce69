import type { OrphanVisits } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { readableHost } from '@linkway/kit/ui';
import type { Column } from '@linkway/kit/ui/table';
import styles from './orphan-visits-page.module.css';

/** What the list shows of visits that are alike. */
export function useOrphanColumns(): Column<OrphanVisits>[] {
  const { t } = useTranslation('orphan-visits');
  const { number, dateTime } = useFormats();
  const last = ({ last_at }: OrphanVisits) => <time dateTime={last_at}>{dateTime(new Date(last_at))}</time>;
  return [
    {
      key: 'address',
      title: t('column.address'),
      main: true,
      minWidth: 240,
      render: (row) => <Address row={row} />,
    },
    {
      key: 'reason',
      title: t('column.reason'),
      minWidth: 240,
      card: 'line',
      render: ({ reason }) => t(`reason.${reason}`, { defaultValue: reason }),
    },
    {
      key: 'visits',
      title: t('column.visits'),
      align: 'end',
      minWidth: 92,
      sort: { up: 'visits', down: 'visits_desc' },
      render: ({ visits }) => <span className={styles.visits}>{number(visits)}</span>,
    },
    {
      key: 'last',
      title: t('column.last'),
      minWidth: 148,
      sort: { up: 'oldest', down: 'newest' },
      render: last,
      cardRender: last,
    },
  ];
}

function Address({ row: { host, code } }: { row: OrphanVisits }) {
  const { t } = useTranslation('orphan-visits');
  return (
    <span className={styles.address}>
      {host === '' ? <span className={styles.muted}>{t('other_host')}</span> : <bdi>{readableHost(host)}</bdi>}
      {'/'}
      {code === '' ? <span className={styles.muted}>{t('other_codes')}</span> : <bdi>{code}</bdi>}
    </span>
  );
}
