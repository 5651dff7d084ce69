import { webhookEvents } from '@linkway/contracts/rules';
import { api, body, type NewWebhook, type Webhook } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { useSession } from '@linkway/kit/session';
import {
  changedSince,
  type Dialog,
  draftStore,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  submissions,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Checkbox, Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { isolated } from '../../data/isolated';
import type { OneDialog } from '../../parts/use-one-dialog';
import { NewSecret } from './new-secret';
import { nameOf, useWebhooksOnScreen, withWebhook } from './use-webhooks';
import { useWords } from './use-words';
import {
  descriptionFault,
  emptyWebhook,
  eventsFault,
  sentOf,
  urlFault,
  valuesOf,
  type WebhookValues,
} from './webhook-form';

/** Address, description and events of a webhook; of a new one then its secret, told once. */
export default function WebhookDialog({ dialog }: { dialog: OneDialog | Dialog<Webhook> }) {
  const { t } = useTranslation(['webhooks', 'dashboard']);
  const { show, renew } = useWebhooksOnScreen();
  const client = useQueryClient();
  const [form] = Form.useForm<WebhookValues>();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const edited = 'of' in dialog ? dialog.of : null;
  const tellsClicks = Form.useWatch((values: WebhookValues) => values.events?.includes('link.clicked'), form);
  const [before] = useState(() => (edited ? valuesOf(edited) : emptyWebhook));
  const [draft] = useState(() => draftStore<WebhookValues>(`webhook_draft:${account}:${edited?.id ?? 'new'}`));
  const [keys] = useState(() => submissions(`webhook:${account}`));
  const [found] = useState(draft.read);
  const [restored, setRestored] = useState(found !== null);
  const [made, setMade] = useState<NewWebhook | null>(null);
  const valuesNow = (): WebhookValues => ({ ...before, ...form.getFieldsValue(true) });
  const isDirty = (): boolean => Object.keys(changedSince(before, valuesNow())).length > 0;

  const { busy, problem, submit } = useSubmit<WebhookValues, WebhookValues, Webhook | NewWebhook>(form, {
    send: (values) => {
      const sent = sentOf(values);
      if (edited) return body(api.PATCH('/api/webhooks/{id}', { params: { path: { id: edited.id } }, body: sent }));
      const header = { 'Idempotency-Key': keys.keyFor(sent) };
      return body(api.POST('/api/webhooks', { params: { header }, body: sent }));
    },
    done: async (webhook) => {
      if (!edited) keys.answered();
      draft.drop();
      setRestored(false);
      if ('secret' in webhook) {
        setMade(webhook);
        const { secret: _, ...listed } = webhook;
        await show((all) => [listed, ...all.filter(({ id }) => id !== webhook.id)]);
      } else {
        dialog.end();
        await show(withWebhook(webhook.id, webhook));
        toast(t('saved', { name: isolated(nameOf(webhook)) }));
      }
      renew();
    },
    failed: (problem) => {
      if (!edited) keys.answered(problem);
      renew();
      // The plan has ended since this page was told of it.
      if (problem.code === 'webhooks.premium_required') void client.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const startOver = (): void => {
    draft.drop();
    form.setFieldsValue(before);
    setRestored(false);
  };
  const title = edited ? t('edit_of', { name: isolated(nameOf(edited)) }) : t('create');
  const save = edited ? t('dashboard:save') : t('create');

  return (
    <FormDialog
      // While a webhook is on its way: nobody can ask for it a second time.
      dialog={busy ? { ...dialog, hide: dialog.show } : dialog}
      title={title}
      form={dialog.id}
      save={made ? t('secret.kept') : save}
      busy={busy}
      problem={problem && { error: problem, title: edited ? t('not_saved') : t('not_created') }}
      isDirty={() => made !== null || isDirty()}
      unkept={busy || made !== null}
      question={
        made
          ? { title: t('leave.title'), text: t('leave.text'), leave: t('leave.leave'), stay: t('leave.stay') }
          : undefined
      }
      final={made !== null}
      onDiscard={made ? () => {} : draft.drop}
      restored={restored ? { onDiscard: startOver } : null}
      first="url"
    >
      <KitForm<WebhookValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={{ ...before, ...found }}
        onFinish={() => (made ? dialog.end() : void submit(valuesNow()))}
        onValuesChange={() => (isDirty() ? draft.keep(valuesNow()) : draft.drop())}
      >
        {made ? (
          <NewSecret value={made.secret} />
        ) : (
          <>
            <Form.Item
              name="url"
              label={t('form.url')}
              extra={t('form.url_help')}
              required
              rules={[fieldRule(urlFault)]}
              validateTrigger="onSubmit"
            >
              <Input autoComplete="off" inputMode="url" placeholder="https://" />
            </Form.Item>
            <Form.Item
              name="events"
              label={t('form.events')}
              extra={tellsClicks ? t('form.clicks_help') : undefined}
              required
              rules={[fieldRule(eventsFault)]}
              validateTrigger="onSubmit"
            >
              <EventBoxes />
            </Form.Item>
            {tellsClicks && (
              <Form.Item name="bot_clicks" valuePropName="checked" extra={t('form.bots_help')}>
                <Checkbox>{t('form.bots')}</Checkbox>
              </Form.Item>
            )}
            <Form.Item
              name="description"
              label={t('form.description')}
              extra={t('form.description_help')}
              rules={[fieldRule(descriptionFault)]}
              validateTrigger="onSubmit"
            >
              <Input autoComplete="off" />
            </Form.Item>
          </>
        )}
      </KitForm>
    </FormDialog>
  );
}

interface BoxesProps {
  value?: WebhookValues['events'];
  onChange?: (events: WebhookValues['events']) => void;
  'aria-required'?: unknown;
}

/** A group of boxes may not say that it is required, as the form would have it say. */
function EventBoxes({ 'aria-required': _required, ...props }: BoxesProps) {
  const words = useWords();
  const options = webhookEvents.map((each) => ({ value: each, label: words.event(each) }));
  return <Checkbox.Group {...props} options={options} />;
}
