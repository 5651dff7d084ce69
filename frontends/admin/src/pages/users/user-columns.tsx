import type { AdminUser } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Avatar } from '@linkway/kit/ui';
import type { Column } from '@linkway/kit/ui/table';
import { Count } from './count';
import { type OpenUser, RowActions } from './row-actions';
import { StatusTag } from './status-tag';
import styles from './users-page.module.css';

interface Props {
  /** The id of whoever looks at the list. */
  own: string;
  open: OpenUser;
}

/** What the list shows of somebody. */
export function useUserColumns({ own, open }: Props): Column<AdminUser>[] {
  const { t } = useTranslation('users');
  const { date } = useFormats();
  return [
    {
      key: 'email',
      title: t('column.email'),
      main: true,
      minWidth: 250,
      sort: { up: 'email', down: 'email_desc' },
      render: (user) => <Person user={user} isOwn={user.id === own} />,
    },
    {
      key: 'name',
      title: t('column.name'),
      minWidth: 160,
      under: 'email',
      sort: { up: 'name', down: 'name_desc' },
      card: 'line',
      render: ({ full_name }) => <bdi className={styles.name}>{full_name || t('no_name')}</bdi>,
    },
    {
      key: 'role',
      title: t('column.role'),
      minWidth: 130,
      render: ({ role }) => t(`role.${role}`),
      cardRender: ({ role }) => t(`role.${role}`),
    },
    {
      key: 'plan',
      title: t('column.plan'),
      minWidth: 110,
      render: ({ subscription_type }) => t(`plan.${subscription_type}`),
    },
    {
      key: 'links',
      title: t('column.links'),
      align: 'end',
      minWidth: 92,
      render: ({ links_count }) => <Count value={links_count} />,
    },
    {
      key: 'clicks',
      title: t('column.clicks'),
      align: 'end',
      minWidth: 100,
      render: ({ clicks_count }) => <Count value={clicks_count} />,
    },
    {
      key: 'status',
      title: t('column.status'),
      minWidth: 140,
      card: 'line',
      render: ({ status }) => <StatusTag status={status} />,
    },
    {
      key: 'created',
      title: t('column.created'),
      minWidth: 124,
      under: 'status',
      sort: { up: 'oldest', down: 'newest' },
      render: ({ created_at }) => <span className={styles.date}>{date(created_at)}</span>,
    },
    {
      key: 'actions',
      title: t('column.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 2 },
      card: 'actions',
      render: (user) => <RowActions user={user} isOwn={user.id === own} open={open} />,
    },
  ];
}

function Person({ user, isOwn }: { user: AdminUser; isOwn: boolean }) {
  const { t } = useTranslation('users');
  return (
    <span className={styles.person}>
      <Avatar person={user} size={32} />
      <span className={styles.email}>
        <bdi>{user.email}</bdi> {isOwn && <span className={styles.own}>{t('you')}</span>}
      </span>
    </span>
  );
}
