import type { WebhookDelivery, WebhookDeliveryDetail } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, CodeBlock, Ghost } from '@linkway/kit/ui';
import { Drawer } from '@linkway/kit/ui/dialog';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import type { Dialog } from '@linkway/kit/ui/table';
import { type ReactNode, useState } from 'react';
import { useWords } from '../use-words';
import styles from './deliveries.module.css';
import { StateTag } from './state-tag';
import { replay, useDelivery, useRenew } from './use-deliveries';

const WIDTH = 640;

interface Props {
  dialog: Dialog<WebhookDelivery>;
  webhookId: string;
}

/** What was sent and answered, and the button that sends it once more. */
export default function DeliveryDrawer({ dialog, webhookId }: Props) {
  const { t } = useTranslation('webhooks');
  const { id } = dialog.of;
  const { data, failure, isFetching, refresh } = useDelivery(webhookId, id);
  const renew = useRenew(webhookId);
  const [busy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    const reason = await replay(webhookId, id);
    setBusy(false);
    renew();
    if (reason === null) toast(t('delivery.replayed'));
    else toast(t('delivery.not_replayed', { reason }), { kind: 'error' });
  };
  return (
    <Drawer
      open={dialog.open}
      zIndex={dialog.zIndex}
      size={`min(100vw, ${WIDTH}px)`}
      title={<h2 className={styles.title}>{t('delivery.title')}</h2>}
      onClose={dialog.end}
      afterOpenChange={(open) => !open && dialog.afterClose()}
      footer={
        <Button icon={<ReloadOutlined />} loading={busy} onClick={() => void again()}>
          {t('delivery.replay')}
        </Button>
      }
    >
      {!data && failure && (
        <ErrorCard error={failure} title={t('delivery.not_loaded')} retry={refresh} busy={isFetching} />
      )}
      {!data && !failure && <Ghost height={320} />}
      {data && <Content delivery={data} />}
    </Drawer>
  );
}

function Content({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useTranslation('webhooks');
  const { dateTime, number } = useFormats();
  const words = useWords();
  const { request, error, response_status, response_ms } = delivery;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  const facts: [label: string, value: ReactNode][] = [
    [t('delivery.event'), words.event(delivery.event)],
    [t('delivery.state'), <StateTag key="state" state={delivery.state} />],
    [t('delivery.time'), dateTime(delivery.created_at)],
    [t('delivery.attempts'), number(delivery.attempts)],
    [t('delivery.last'), delivery.last_attempt_at && dateTime(delivery.last_attempt_at)],
    [t('delivery.next'), delivery.next_attempt_at && dateTime(delivery.next_attempt_at)],
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <h3 className={styles.heading}>{t('delivery.request')}</h3>
      <CodeBlock name={t('delivery.headers')} text={[`POST ${request.url}`, ...headers].join('\n')} />
      <CodeBlock name={t('delivery.body')} text={readable(request.body)} />
      <h3 className={styles.heading}>{t('delivery.response')}</h3>
      <p>
        {response_status === null
          ? t('delivery.no_response')
          : t('delivery.took', { status: String(response_status), ms: number(response_ms ?? 0) })}
        {error !== null && ` · ${words.fault(error)}`}
      </p>
      {delivery.response_excerpt && <CodeBlock name={t('delivery.response')} text={delivery.response_excerpt} />}
    </>
  );
}

/** As a person reads it; what was sent has no spaces. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    // A newer release may send another form.
    return json;
  }
}
