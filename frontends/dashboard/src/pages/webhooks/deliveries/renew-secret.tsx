import { api, asProblem, body, type NewWebhook, type Webhook } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, KitForm, useSubmit } from '@linkway/kit/ui/form';
import { useState } from 'react';
import { isolated } from '../../../data/isolated';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { NewSecret } from '../new-secret';
import { nameOf } from '../use-webhooks';
import { useRenew } from './use-deliveries';

/** Asks first, then tells the new secret, once. */
export default function RenewSecret({ dialog, webhook }: { dialog: OneDialog; webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { dateTime } = useFormats();
  const renew = useRenew(webhook.id);
  const [form] = Form.useForm<object>();
  const [made, setMade] = useState<NewWebhook | null>(null);
  const { busy, problem, submit } = useSubmit<object, object, NewWebhook>(form, {
    send: () => body(api.POST('/api/webhooks/{id}/secret', { params: { path: { id: webhook.id } } })),
    done: (renewed) => {
      setMade(renewed);
      renew();
    },
    failed: (error) => {
      if (!dialog.open) toast(asProblem(error).detail, { kind: 'error' });
    },
  });
  const until = made?.former_secret_until;
  return (
    <FormDialog
      // While it is on its way nobody can ask for it a second time.
      dialog={busy ? { ...dialog, hide: dialog.show } : dialog}
      title={t('secret.renew_title', { name: isolated(nameOf(webhook)) })}
      form={dialog.id}
      save={made ? t('secret.kept') : t('secret.renew_confirm')}
      busy={busy}
      problem={problem && { error: problem, title: t('secret.not_renewed'), isQuestion: true }}
      isDirty={() => made !== null}
      unkept={busy || made !== null}
      question={
        made
          ? { title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }
          : undefined
      }
      final={made !== null}
      onDiscard={() => {}}
    >
      <KitForm<object>
        id={dialog.id}
        name={dialog.id}
        form={form}
        onFinish={() => (made ? dialog.end() : void submit({}))}
      >
        {made ? (
          <NewSecret value={made.secret} note={until ? t('secret.former', { time: dateTime(until) }) : undefined} />
        ) : (
          <p>{t('secret.renew_text')}</p>
        )}
      </KitForm>
    </FormDialog>
  );
}
