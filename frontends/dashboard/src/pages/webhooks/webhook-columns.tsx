import type { Webhook } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { DeleteOutlined, EditOutlined, HistoryOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import { isolated } from '../../data/isolated';
import { OnOff } from '../../parts/on-off';
import type { RowProblems } from '../../parts/use-row-problems';
import { nameOf } from './use-webhooks';
import { useWords } from './use-words';
import styles from './webhooks-page.module.css';

interface Actions {
  toggle: (webhook: Webhook) => void;
  open: (webhook: Webhook) => void;
  edit: (webhook: Webhook) => void;
  remove: (webhook: Webhook) => void;
}

/** What the list shows of a webhook. */
export function useWebhookColumns(problems: RowProblems, { toggle, open, edit, remove }: Actions): Column<Webhook>[] {
  const { t } = useTranslation(['webhooks', 'dashboard']);
  const { date } = useFormats();
  const words = useWords();
  return [
    {
      key: 'url',
      title: t('column.url'),
      main: true,
      minWidth: 240,
      render: ({ url, description }) => (
        <span className={styles.webhook}>
          {description && <bdi className={styles.name}>{description}</bdi>}
          <span className={description ? styles.address : styles.name}>{url}</span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      minWidth: 160,
      card: 'line',
      render: (webhook) => {
        const state = words.state(webhook);
        const name = t('switch_of', { name: isolated(nameOf(webhook)), state });
        const problem = problems.of(webhook.id);
        return (
          <>
            <OnOff on={webhook.is_active} name={name} text={state} onChange={() => toggle(webhook)} />
            {problem && <p className={styles.problem}>{problem}</p>}
          </>
        );
      },
    },
    {
      key: 'events',
      title: t('column.events'),
      minWidth: 150,
      under: 'url',
      render: ({ events }) => events.map(words.event).join(', '),
    },
    {
      key: 'created',
      title: t('column.created'),
      minWidth: 112,
      under: 'url',
      render: ({ created_at }) => <span className={styles.time}>{date(created_at)}</span>,
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 3 },
      card: 'actions',
      render: (webhook) => {
        const name = isolated(nameOf(webhook));
        return (
          <span className={styles.actions}>
            <ActionTooltip title={t('open')}>
              <Button
                type="text"
                icon={<HistoryOutlined />}
                aria-label={t('open_of', { name })}
                onClick={() => open(webhook)}
              />
            </ActionTooltip>
            <ActionTooltip title={t('edit')}>
              <Button
                type="text"
                icon={<EditOutlined />}
                aria-label={t('edit_of', { name })}
                onClick={() => edit(webhook)}
              />
            </ActionTooltip>
            <ActionTooltip title={t('delete')}>
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('delete_of', { name })}
                onClick={() => remove(webhook)}
              />
            </ActionTooltip>
          </span>
        );
      },
    },
  ];
}
