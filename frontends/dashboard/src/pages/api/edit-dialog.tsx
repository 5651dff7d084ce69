import { type ApiKey, api, body, type ChangeApiKey } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import {
  type Dialog,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  useFormDraft,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { isolated } from '../../data/isolated';
import { DomainsInput } from './domains-input';
import { changeOf, type EditValues, editValues, nameFault } from './key-form';
import { useKeysOnScreen, withKey } from './use-keys';

/** Another name for a key, or other domains; what else it may do stays as it was made. */
export default function EditDialog({ dialog }: { dialog: Dialog<ApiKey> }) {
  const { t } = useTranslation(['api', 'dashboard']);
  const { id, key_name, domain_ids } = dialog.of;
  const [former] = useState(() => editValues(dialog.of));
  const { show, renew } = useKeysOnScreen();
  const [form] = Form.useForm<EditValues>();
  const draft = useFormDraft(form, `api_key_edit:${id}`, former);
  const sight = useSight(dialog.open);
  const changes = (): ChangeApiKey => changeOf(former, { ...former, ...form.getFieldsValue(true) });

  const { busy, problem, submit } = useSubmit<EditValues, ChangeApiKey, ApiKey>(form, {
    send: (change) => body(api.PATCH('/api/api-keys/{id}', { params: { path: { id } }, body: change })),
    done: async (key) => {
      draft.drop();
      dialog.end();
      await show(withKey(id, key));
      renew();
      toast(t('edited', { name: isolated(key.key_name) }));
    },
    failed: ({ detail }) => {
      renew();
      if (sight.current !== 'shown')
        toast(t('not_updated', { name: isolated(key_name), reason: detail }), { kind: 'error' });
    },
  });
  const save = (): void => {
    if (Object.keys(changes()).length > 0) return void submit(changes());
    draft.drop();
    dialog.end();
  };

  return (
    <FormDialog
      dialog={dialog}
      title={t('edit_of', { name: isolated(key_name) })}
      form={dialog.id}
      save={t('dashboard:save')}
      busy={busy}
      problem={problem && { error: problem, title: t('error_updating') }}
      draft={draft}
      first="key_name"
    >
      <KitForm<EditValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onFinish={save}
        onValuesChange={draft.keep}
      >
        <Form.Item
          name="key_name"
          label={t('column.name')}
          extra={t('form.edit_help')}
          required
          rules={[fieldRule(nameFault)]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" />
        </Form.Item>
        {/* A service of the former release does not say which they are. */}
        {domain_ids !== undefined && (
          <Form.Item name="domain_ids" label={t('column.domains')} extra={t('form.domains_help')}>
            <DomainsInput former={former.domain_ids} />
          </Form.Item>
        )}
      </KitForm>
    </FormDialog>
  );
}
