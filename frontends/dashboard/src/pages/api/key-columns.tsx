import type { ApiKey } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { DeleteOutlined, EditOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import { isolated } from '../../data/isolated';
import { OnOff } from '../../parts/on-off';
import type { RowProblems } from '../../parts/use-row-problems';
import styles from './api-page.module.css';
import { KeyDomains } from './key-domains';
import { keyState } from './use-keys';

interface KeyActions {
  toggle: (key: ApiKey) => void;
  edit: (key: ApiKey) => void;
  remove: (key: ApiKey) => void;
}

/** What the list shows of a key. */
export function useKeyColumns(problems: RowProblems, { toggle, edit, remove }: KeyActions): Column<ApiKey>[] {
  const { t } = useTranslation(['api', 'dashboard']);
  const { date, dateTime } = useFormats();
  return [
    { key: 'name', title: t('column.name'), main: true, minWidth: 220, render: (key) => <KeyName of={key} /> },
    {
      key: 'state',
      title: t('column.state'),
      minWidth: 140,
      card: 'line',
      render: (key) => {
        const state = t(`state.${keyState(key)}`);
        const name = t('switch_of', { name: isolated(key.key_name), state });
        const problem = problems.of(key.id);
        return (
          <>
            <OnOff on={key.is_active} name={name} text={state} onChange={() => toggle(key)} />
            {problem && <p className={styles.problem}>{problem}</p>}
          </>
        );
      },
    },
    {
      key: 'permissions',
      title: t('column.permissions'),
      minWidth: 116,
      under: 'name',
      render: ({ permissions }) => permissions.map((one) => t(`permission.${one}`)).join(', '),
    },
    {
      key: 'last_used',
      title: t('column.last_used'),
      minWidth: 148,
      render: ({ last_used_at }) => (
        <span className={styles.time}>{last_used_at ? dateTime(last_used_at) : t('never_used')}</span>
      ),
    },
    {
      key: 'expires',
      title: t('column.expires'),
      minWidth: 148,
      under: 'name',
      render: ({ expires_at }) => (
        <span className={styles.time}>{expires_at ? dateTime(expires_at) : t('never_expires')}</span>
      ),
    },
    {
      key: 'created',
      title: t('column.created'),
      minWidth: 112,
      under: 'name',
      render: ({ created_at }) => <span className={styles.time}>{date(created_at)}</span>,
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 2 },
      card: 'actions',
      render: (key) => {
        const name = isolated(key.key_name);
        return (
          <span className={styles.actions}>
            <ActionTooltip title={t('edit')}>
              <Button
                type="text"
                icon={<EditOutlined />}
                aria-label={t('edit_of', { name })}
                onClick={() => edit(key)}
              />
            </ActionTooltip>
            <ActionTooltip title={t('delete')}>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('delete_of', { name })}
                onClick={() => remove(key)}
              />
            </ActionTooltip>
          </span>
        );
      },
    },
  ];
}

/** How a person calls it, how it begins and ends, so that it is found again where it is used, and for which domains it is. */
function KeyName({ of: key }: { of: ApiKey }) {
  const { key_name, prefix, last_characters } = key;
  return (
    <span className={styles.key}>
      <bdi className={styles.name}>{key_name}</bdi>
      <code className={styles.shown}>
        {prefix}…{last_characters}
      </code>
      <KeyDomains of={key} />
    </span>
  );
}
