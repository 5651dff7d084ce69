import type { WebhookDelivery } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { EyeOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import { useWords } from '../use-words';
import styles from './deliveries.module.css';
import { StateTag } from './state-tag';

/** What the log shows of a delivery. */
export function useDeliveryColumns(show: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] {
  const { t } = useTranslation(['webhooks', 'dashboard']);
  const { dateTime, number } = useFormats();
  const words = useWords();
  return [
    {
      key: 'event',
      title: t('delivery.event'),
      main: true,
      minWidth: 160,
      render: ({ event }) => words.event(event),
    },
    {
      key: 'state',
      title: t('delivery.state'),
      minWidth: 128,
      card: 'line',
      render: ({ state }) => <StateTag state={state} />,
    },
    {
      key: 'answer',
      title: t('delivery.answer'),
      minWidth: 180,
      under: 'event',
      isEmpty: ({ last_attempt_at }) => last_attempt_at === null,
      render: (delivery) => <span className={styles.muted}>{answerOf(delivery, { t, number, words })}</span>,
    },
    {
      key: 'attempts',
      title: t('delivery.attempts'),
      align: 'end',
      minWidth: 88,
      under: 'event',
      render: ({ attempts }) => number(attempts),
    },
    {
      key: 'time',
      title: t('delivery.time'),
      minWidth: 148,
      under: 'event',
      render: ({ created_at }) => <span className={styles.time}>{dateTime(created_at)}</span>,
    },
    {
      key: 'actions',
      title: t('dashboard:list.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 1 },
      card: 'actions',
      render: (delivery) => (
        <ActionTooltip title={t('delivery.show')}>
          <Button
            type="text"
            icon={<EyeOutlined />}
            aria-label={t('delivery.show_of', { time: dateTime(delivery.created_at) })}
            onClick={() => show(delivery)}
          />
        </ActionTooltip>
      ),
    },
  ];
}

interface Saying {
  t: ReturnType<typeof useTranslation<['webhooks', 'dashboard']>>['t'];
  number: (value: number) => string;
  words: ReturnType<typeof useWords>;
}

function answerOf({ response_status, response_ms, error }: WebhookDelivery, { t, number, words }: Saying): string {
  if (response_status === null) return error === null ? '' : words.fault(error);
  return t('delivery.took', { status: String(response_status), ms: number(response_ms ?? 0) });
}
