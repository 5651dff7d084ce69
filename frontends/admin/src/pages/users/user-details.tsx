import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Avatar, StaleNotice } from '@linkway/kit/ui';
import { Drawer } from '@linkway/kit/ui/dialog';
import type { ReactNode } from 'react';
import { Count } from './count';
import { StatusTag } from './status-tag';
import { useUser } from './use-users';
import type { UserDialogProps } from './users-page';
import styles from './users-page.module.css';

const WIDTH = 480;

/** All that an administrator is told of somebody. */
export default function UserDetails({ dialog }: UserDialogProps) {
  const { t } = useTranslation('users');
  const { date, dateTime, number } = useFormats();
  const { data: user = dialog.of, stale } = useUser(dialog.of);
  const facts: [label: string, value: ReactNode][] = [
    [t('column.email'), <bdi key="email">{user.email}</bdi>],
    [t('details.email_confirmed'), user.email_verified_at ? date(user.email_verified_at) : t('details.not_yet')],
    [t('details.name'), <bdi key="name">{user.full_name || t('no_name')}</bdi>],
    [t('details.phone'), user.phone ? <bdi key="phone">{user.phone}</bdi> : t('details.none')],
    [t('details.registered'), date(user.created_at)],
    [t('details.last_sign_in'), user.last_sign_in_at ? dateTime(user.last_sign_in_at) : t('details.unknown')],
    [t('column.role'), t(`role.${user.role}`)],
    [t('column.status'), <StatusTag key="status" status={user.status} />],
    ...(user.deletion_at ? [[t('details.deletion'), dateTime(user.deletion_at)] as [string, ReactNode]] : []),
    [t('details.two_factor'), user.two_factor_enabled ? t('details.on') : t('details.off')],
    [t('column.plan'), t(`plan.${user.subscription_type}`)],
    [
      t('details.plan_end'),
      user.subscription_end_date ? dateTime(user.subscription_end_date) : t('details.without_end'),
    ],
    [t('details.links'), <Count key="links" value={user.links_count} />],
    [t('details.clicks'), <Count key="clicks" value={user.clicks_count} />],
    [
      t('details.month'),
      <span key="month">
        <Count value={user.monthly_links_used} /> / {number(user.monthly_links_limit)}
      </span>,
    ],
  ];
  return (
    <Drawer
      open={dialog.open}
      zIndex={dialog.zIndex}
      size={`min(100vw, ${WIDTH}px)`}
      title={<h2 className={styles.title}>{t('details.title')}</h2>}
      onClose={dialog.end}
      afterOpenChange={(open) => !open && dialog.afterClose()}
    >
      <StaleNotice stale={stale} />
      <div className={styles.whose}>
        <Avatar person={user} size={56} />
        <strong className={styles.email}>
          <bdi>{user.full_name || user.email}</bdi>
        </strong>
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}
