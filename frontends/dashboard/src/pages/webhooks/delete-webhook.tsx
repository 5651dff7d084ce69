import { api, type Webhook } from '@linkway/kit/api';
import { dropToasts, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete, type Dialog } from '@linkway/kit/ui/form';
import { isolated } from '../../data/isolated';
import type { RowProblems } from '../../parts/use-row-problems';
import { nameOf, useWebhooksOnScreen } from './use-webhooks';

interface Props {
  dialog: Dialog<Webhook>;
  toggle: (webhook: Webhook) => void;
  problems: RowProblems;
}

/** Asks before a webhook is gone for good, naming it. */
export default function DeleteWebhook({ dialog, toggle, problems }: Props) {
  const { t } = useTranslation('webhooks');
  const { show, renew } = useWebhooksOnScreen();
  const webhook = dialog.of;
  const name = isolated(nameOf(webhook));
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete_of', { name })}
      text={t('delete_text')}
      confirm={t('delete_confirm')}
      failed={t('error_deleting')}
      alternative={webhook.is_active ? { label: t('off_instead'), run: () => toggle(webhook) } : undefined}
      remove={() => {
        problems.forget(webhook.id);
        return api.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } });
      }}
      isGone={({ code }) => code === 'webhooks.not_found'}
      onDone={() => {
        dropToasts(webhook.id);
        toast(t('deleted', { name }));
        void show((all) => all.filter(({ id }) => id !== webhook.id)).then(renew);
      }}
      onLateFailure={({ detail }) => {
        const text = t('not_deleted', { name, reason: detail });
        problems.tell(webhook.id, text);
        toast(text, { kind: 'error' });
      }}
    />
  );
}
