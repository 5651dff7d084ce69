import { api, body, type NewApiKey } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { useSession } from '@linkway/kit/session';
import { Segmented } from '@linkway/kit/ui';
import {
  changedSince,
  draftStore,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  submissions,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { ExpiryInput } from '../../link-form/expiry-input';
import type { OneDialog } from '../../parts/use-one-dialog';
import { DomainsInput } from './domains-input';
import { type Access, creation, emptyKey, expiryFault, type KeyValues, nameFault } from './key-form';
import { NewKey } from './new-key';
import { useKeysOnScreen } from './use-keys';

/** In days. */
const SPANS = [30, 90, 365];

/** Name, permissions, domains and end of a key, and then the key itself, told once. */
export default function CreateDialog({ dialog }: { dialog: OneDialog }) {
  const { t } = useTranslation(['api', 'create']);
  const { show, renew } = useKeysOnScreen();
  const client = useQueryClient();
  const [form] = Form.useForm<KeyValues>();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => draftStore<KeyValues>(`api_key_draft:${account}`));
  const [keys] = useState(() => submissions(`api_key:${account}`));
  const [found] = useState(draft.read);
  const [restored, setRestored] = useState(found !== null);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const access = Form.useWatch('permissions', form) ?? emptyKey.permissions;
  const valuesNow = (): KeyValues => ({ ...emptyKey, ...form.getFieldsValue(true) });
  const isDirty = (): boolean => Object.keys(changedSince(emptyKey, valuesNow())).length > 0;

  const { busy, problem, submit } = useSubmit<KeyValues, KeyValues, NewApiKey>(form, {
    send: (values) => {
      const sent = creation(values);
      const header = { 'Idempotency-Key': keys.keyFor(sent) };
      return body(api.POST('/api/api-keys', { params: { header }, body: sent }));
    },
    done: async (key) => {
      keys.answered();
      draft.drop();
      setRestored(false);
      setMade(key);
      const { api_key: _, ...listed } = key;
      await show((keys) => [listed, ...keys.filter(({ id }) => id !== key.id)]);
      renew();
    },
    failed: (problem) => {
      keys.answered(problem);
      renew();
      // The plan has ended since this page was told of it.
      if (problem.code === 'api_keys.premium_required') void client.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const startOver = (): void => {
    draft.drop();
    form.setFieldsValue(emptyKey);
    setRestored(false);
  };

  return (
    <FormDialog
      // While a key is on its way: nobody can ask for it a second time.
      dialog={busy ? { ...dialog, hide: dialog.show } : dialog}
      title={t('create')}
      form={dialog.id}
      save={made ? t('new.kept') : t('create')}
      busy={busy}
      problem={problem && { error: problem, title: t('not_created') }}
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
      first="key_name"
    >
      <KitForm<KeyValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={{ ...emptyKey, ...found }}
        onFinish={() => (made ? dialog.end() : void submit(valuesNow()))}
        onValuesChange={() => (isDirty() ? draft.keep(valuesNow()) : draft.drop())}
      >
        {made ? (
          <NewKey value={made.api_key} />
        ) : (
          <>
            <Form.Item
              name="key_name"
              label={t('column.name')}
              extra={t('form.name_help')}
              required
              rules={[fieldRule(nameFault)]}
              validateTrigger="onSubmit"
            >
              <Input autoComplete="off" />
            </Form.Item>
            <Form.Item name="permissions" label={t('column.permissions')} extra={t(`form.${access}_help`)} required>
              <Segmented<Access>
                aria-label={t('column.permissions')}
                options={[
                  { value: 'write', label: t('form.write') },
                  { value: 'read', label: t('form.read') },
                ]}
              />
            </Form.Item>
            <Form.Item name="domain_ids" label={t('column.domains')} extra={t('form.domains_help')}>
              <DomainsInput />
            </Form.Item>
            <Form.Item
              name="expires_at"
              label={t('form.expires_at')}
              extra={t('form.expires_help')}
              rules={[fieldRule((value: string | null) => expiryFault(value, t('create:form.expiry_unreadable')))]}
              validateTrigger="onSettled"
            >
              <ExpiryInput
                spans={SPANS.map((days) => ({ label: t('form.days', { count: days }), hours: days * 24 }))}
              />
            </Form.Item>
          </>
        )}
      </KitForm>
    </FormDialog>
  );
}
