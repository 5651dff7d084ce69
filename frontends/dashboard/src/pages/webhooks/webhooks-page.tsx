import { MOST_WEBHOOKS } from '@linkway/contracts/rules';
import type { Webhook } from '@linkway/kit/api';
import { lazyPart } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSearchParams } from '@linkway/kit/router';
import { Button, EmptyState, Ghost, lazyDialog, PageHead, usePageParams } from '@linkway/kit/ui';
import { PlusOutlined, ThunderboltOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useMe } from '../../data/queries';
import { type OneDialog, useOneDialog } from '../../parts/use-one-dialog';
import { useRowProblems } from '../../parts/use-row-problems';
import { Upsell } from './upsell';
import { useSwitch } from './use-switch';
import { useWebhooks } from './use-webhooks';
import { useWebhookColumns } from './webhook-columns';
import styles from './webhooks-page.module.css';

const ended = ({ dialog }: { dialog: Omit<Dialog<unknown>, 'of'> }): void => {
  dialog.end();
  dialog.afterClose();
};
const WebhookDialog = lazyDialog<{ dialog: OneDialog | Dialog<Webhook> }>(() => import('./webhook-dialog'), ended);
const DeleteWebhook = lazyDialog(() => import('./delete-webhook'), ended);
const Deliveries = lazyPart(() => import('./deliveries/deliveries'), { waiting: <Ghost height={480} /> });
// The webhooks are read first.
const Receiving = lazyPart(() => import('./usage/receiving'), { waiting: <Ghost height={320} /> });

/** Says why no further webhook is made. */
const FULL = 'webhooks-full';
/** So many rows are drawn while the webhooks are on their way. */
const EXPECTED = 3;

export default function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const [params, setParams] = useSearchParams();
  const shown = params.get('webhook');
  usePageParams({ webhook: shown });
  const leave = (): void => setParams(new URLSearchParams({ tab: 'webhooks' }));
  if (shown !== null) return <Deliveries id={shown} onLeave={leave} />;
  return <List title={t('title')} open={(id) => setParams(new URLSearchParams({ tab: 'webhooks', webhook: id }))} />;
}

function List({ title, open }: { title: string; open: (id: string) => void }) {
  const { t } = useTranslation('webhooks');
  const me = useMe();
  const { data, failure, stale, isFetching, refresh } = useWebhooks();
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const main = useRef<HTMLDivElement>(null);
  const focus = ({ id }: Webhook): void => table.current?.focusRow(id);
  const dialogs = useDialogs<'edit' | 'delete', Webhook>(focus);
  // The button in an empty list goes with its first webhook.
  const create = useOneDialog('webhook-create', () => main.current?.querySelector('button')?.focus());
  const problems = useRowProblems();
  const setOn = useSwitch(focus, problems);
  const toggle = (webhook: Webhook): void => void setOn(webhook);
  const columns = useWebhookColumns(problems, {
    toggle,
    open: ({ id }) => open(id),
    edit: (webhook) => dialogs.open('edit', webhook),
    remove: (webhook) => dialogs.open('delete', webhook),
  });
  const webhooks = data?.data;
  const isPremium = me.data?.subscription_type === 'premium';
  const hasAny = (webhooks?.length ?? 0) > 0;
  // A plan that ended leaves its webhooks.
  const hasList = isPremium || failure !== null || hasAny;
  const isFull = (webhooks?.length ?? 0) >= MOST_WEBHOOKS;
  const button = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      disabled={isFull}
      aria-describedby={isFull ? FULL : undefined}
      onClick={create.open}
    >
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHead title={title} text={t('text')} action={isPremium && <div ref={main}>{button}</div>} />
      <div className={styles.parts}>
        {me.data && !isPremium && <Upsell paused={hasAny} />}
        {isPremium && isFull && (
          <p id={FULL} className={styles.muted}>
            {t('full', { most: MOST_WEBHOOKS })}
          </p>
        )}
        {hasList && (
          <DataTable
            ref={table}
            label={title}
            columns={columns}
            rows={webhooks}
            rowKey={({ id }) => id}
            expected={EXPECTED}
            error={failure && { error: failure, title: t('not_loaded'), retry: refresh, busy: isFetching }}
            stale={stale}
            count={t('count', { count: webhooks?.length ?? 0, most: MOST_WEBHOOKS })}
            empty={
              <EmptyState
                icon={<ThunderboltOutlined />}
                title={t('empty')}
                text={t('empty_text')}
                action={button}
                first
              />
            }
          />
        )}
        <Receiving />
      </div>
      {create.dialog && <WebhookDialog key={create.dialog.id} dialog={create.dialog} />}
      {dialogs.of('edit').map((dialog) => (
        <WebhookDialog key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteWebhook key={dialog.id} dialog={dialog} toggle={toggle} problems={problems} />
      ))}
    </>
  );
}
