import type { AdminUser } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import {
  CheckOutlined,
  CrownOutlined,
  DeleteOutlined,
  EyeOutlined,
  PauseOutlined,
  StopOutlined,
  UserOutlined,
  UserSwitchOutlined,
} from '@linkway/kit/ui/icons';
import { RowMenu } from '@linkway/kit/ui/table';
import styles from './users-page.module.css';

type Change = 'active' | 'disabled' | 'suspended' | 'role' | 'plan' | 'impersonate' | 'delete';
export type OpenUser = (dialog: 'details' | Change, user: AdminUser) => void;

interface Props {
  user: AdminUser;
  isOwn: boolean;
  open: OpenUser;
}

/** Details in the row, changes in a menu. */
export function RowActions({ user, isOwn, open }: Props) {
  const { t } = useTranslation('users');
  const name = user.email;
  const change = (what: Change) => () => open(what, user);
  /** Nobody takes away their own way in; the service refuses it, too. */
  const refused = isOwn ? t('own_account') : undefined;
  const inactive = user.status === 'active' ? undefined : t('impersonate.inactive');
  return (
    <span className={styles.actions}>
      <ActionTooltip title={t('details.open')}>
        <Button
          type="text"
          icon={<EyeOutlined />}
          aria-label={t('details.open_of', { name })}
          onClick={() => open('details', user)}
        />
      </ActionTooltip>
      <RowMenu
        name={name}
        items={[
          { key: 'details', icon: <EyeOutlined />, label: t('details.open'), run: () => open('details', user) },
          {
            key: 'role',
            icon: <UserOutlined />,
            label: user.role === 'admin' ? t('change_role.take') : t('change_role.give'),
            refused,
            run: change('role'),
          },
          { key: 'plan', icon: <CrownOutlined />, label: t('change_plan.open'), run: change('plan') },
          {
            key: 'impersonate',
            icon: <UserSwitchOutlined />,
            label: t('impersonate.open'),
            refused: user.role === 'admin' ? t('impersonate.admin') : inactive,
            run: change('impersonate'),
          },
          ...(user.status === 'active'
            ? [
                {
                  key: 'suspend',
                  apart: true as const,
                  icon: <PauseOutlined />,
                  label: t('change_status.suspended.confirm'),
                  refused,
                  run: change('suspended'),
                },
                {
                  key: 'disable',
                  danger: true as const,
                  icon: <StopOutlined />,
                  label: t('change_status.disabled.confirm'),
                  refused,
                  run: change('disabled'),
                },
              ]
            : [
                {
                  key: 'enable',
                  apart: true as const,
                  icon: <CheckOutlined />,
                  label: t('change_status.active.confirm'),
                  refused,
                  run: change('active'),
                },
              ]),
          {
            key: 'delete',
            danger: true as const,
            icon: <DeleteOutlined />,
            label: t('delete.confirm'),
            refused,
            run: change('delete'),
          },
        ]}
      />
    </span>
  );
}
