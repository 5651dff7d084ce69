import { TEST_EVENT, webhookEvents } from '@linkway/contracts/rules';
import { asProblem, type Webhook, type WebhookDelivery, type WebhookDeliveryDetail } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, Ghost, lazyDialog, PageHead, Segmented } from '@linkway/kit/ui';
import { HistoryOutlined, KeyOutlined, ReloadOutlined, ThunderboltOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, RowMenu, useDialogs } from '@linkway/kit/ui/table';
import { useRef, useState } from 'react';
import { useOneDialog } from '../../../parts/use-one-dialog';
import { nameOf } from '../use-webhooks';
import { useWords } from '../use-words';
import styles from './deliveries.module.css';
import { useDeliveryColumns } from './delivery-columns';
import { type Filter, sendTest, type TestKind, useLog, useRenew, useWebhook } from './use-deliveries';

const ended = ({ dialog }: { dialog: Omit<Dialog<unknown>, 'of'> }): void => {
  dialog.end();
  dialog.afterClose();
};
const DeliveryDrawer = lazyDialog(() => import('./delivery-drawer'), ended);
const RenewSecret = lazyDialog(() => import('./renew-secret'), ended);
const filters: Filter[] = ['all', 'pending', 'succeeded', 'failed'];

/** One webhook: how it stands, a test, and the log of what was sent to it. */
export default function Deliveries({ id, onLeave }: { id: string; onLeave: () => void }) {
  const { t } = useTranslation('webhooks');
  const { data, failure, isFetching, refresh } = useWebhook(id);
  const back = (
    <Button type="link" className={styles.back} onClick={onLeave}>
      ← {t('detail.back')}
    </Button>
  );
  if (!data) {
    // Trying again brings back nothing that was deleted.
    const isGone = failure && asProblem(failure).code === 'webhooks.not_found';
    return (
      <>
        {back}
        {isGone ? (
          <PageHead title={t('title')} text={t('detail.gone')} />
        ) : failure ? (
          <ErrorCard error={failure} title={t('not_loaded')} retry={refresh} busy={isFetching} />
        ) : (
          <Ghost height={480} />
        )}
      </>
    );
  }
  return (
    <>
      {back}
      <Detail webhook={data} />
    </>
  );
}

function Detail({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const words = useWords();
  const renew = useRenew(webhook.id);
  const [testing, setTesting] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const secretButton = useRef<HTMLDivElement>(null);
  const secret = useOneDialog('webhook-secret', () => secretButton.current?.querySelector('button')?.focus());
  const test = async (kind: TestKind): Promise<void> => {
    if (testing) return;
    setTesting(true);
    setResult(null);
    try {
      setResult({ delivery: await sendTest(webhook.id, kind) });
    } catch (error) {
      setResult({ refused: asProblem(error).detail });
    }
    setTesting(false);
    renew();
  };
  return (
    <>
      <PageHead
        title={nameOf(webhook)}
        text={`${webhook.url} · ${words.state(webhook)}`}
        action={
          <div ref={secretButton} className={styles.buttons}>
            <Button icon={<KeyOutlined />} onClick={secret.open}>
              {t('secret.renew')}
            </Button>
            <Button
              type="primary"
              icon={<ThunderboltOutlined />}
              loading={testing}
              onClick={() => void test(TEST_EVENT)}
            >
              {t('detail.test')}
            </Button>
            <RowMenu
              name={t('detail.test')}
              items={webhookEvents.map((each) => ({
                key: each,
                label: t('detail.example', { event: words.event(each) }),
                run: () => void test(each),
              }))}
            />
          </div>
        }
      />
      <div role="status">{result && <TestResult result={result} />}</div>
      <Log webhook={webhook} />
      {secret.dialog && <RenewSecret key={secret.dialog.id} dialog={secret.dialog} webhook={webhook} />}
    </>
  );
}

type Result = { delivery: WebhookDeliveryDetail } | { refused: string };

function TestResult({ result }: { result: Result }) {
  const { t } = useTranslation('webhooks');
  const { number } = useFormats();
  const words = useWords();
  if ('refused' in result) return <p className={styles.bad}>{t('detail.test_error', { reason: result.refused })}</p>;
  const { response_status, response_ms, error } = result.delivery;
  const status = response_status === null ? '' : ` (${response_status})`;
  if (error !== null)
    return <p className={styles.bad}>{t('detail.test_failed', { reason: `${words.fault(error)}${status}` })}</p>;
  return (
    <p className={styles.good}>
      {t('detail.test_ok', { ms: number(response_ms ?? 0), status: String(response_status) })}
    </p>
  );
}

function Log({ webhook: { id, dropped_count } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const [filter, setFilter] = useState<Filter>('all');
  const { rows, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLog(id, filter);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'show', WebhookDelivery>((delivery) => table.current?.focusRow(delivery.id));
  const columns = useDeliveryColumns((delivery) => dialogs.open('show', delivery));
  return (
    <section aria-labelledby="webhook-deliveries">
      <div className={styles.head}>
        <h2 id="webhook-deliveries" className={styles.heading2}>
          {t('detail.deliveries')}
        </h2>
        <Button icon={<ReloadOutlined />} loading={isFetching} onClick={() => void refetch()}>
          {t('detail.renew_list')}
        </Button>
      </div>
      <p className={styles.text}>{t('detail.deliveries_text')}</p>
      {dropped_count > 0 && <p className={styles.warning}>{t('detail.dropped', { count: dropped_count })}</p>}
      <div className={styles.filter}>
        <Segmented<Filter>
          aria-label={t('detail.filter')}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({
            value,
            label: value === 'all' ? t('detail.all') : t(`delivery_state.${value}`),
          }))}
        />
      </div>
      <DataTable
        ref={table}
        label={t('detail.deliveries')}
        columns={columns}
        rows={rows}
        rowKey={(delivery) => delivery.id}
        expected={5}
        error={error && { error, title: t('detail.not_loaded'), retry: () => void refetch(), busy: isFetching }}
        empty={<EmptyState icon={<HistoryOutlined />} title={t('detail.empty')} text={t('detail.empty_text')} />}
      />
      {hasNextPage && (
        <Button className={styles.more} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('detail.more')}
        </Button>
      )}
      {dialogs.of('show').map((dialog) => (
        <DeliveryDrawer key={dialog.id} dialog={dialog} webhookId={id} />
      ))}
    </section>
  );
}
