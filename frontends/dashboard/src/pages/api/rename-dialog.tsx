import { type ApiKey, api, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import {
  type Dialog,
  draftStore,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import { isolated } from '../../data/isolated';
import { nameFault } from './key-form';
import { useKeysOnScreen, withKey } from './use-keys';

interface Values {
  key_name: string;
}

/** Another name for a key; what it may do stays as it was made. */
export default function RenameDialog({ dialog }: { dialog: Dialog<ApiKey> }) {
  const { t } = useTranslation(['api', 'dashboard']);
  const { id, key_name } = dialog.of;
  const { show, renew } = useKeysOnScreen();
  const [form] = Form.useForm<Values>();
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const [draft] = useState(() => draftStore<Values>(`api_key_name_draft:${account}:${id}`));
  const [found] = useState(draft.read);
  const [restored, setRestored] = useState(found !== null);
  const sight = useSight(dialog.open);
  const typed = (): string => (form.getFieldValue('key_name') as string).trim();

  const { busy, problem, submit } = useSubmit<Values, Values, ApiKey>(form, {
    send: (values) => body(api.PATCH('/api/api-keys/{id}', { params: { path: { id } }, body: values })),
    done: async (key) => {
      draft.drop();
      dialog.end();
      await show(withKey(id, key));
      renew();
      toast(t('renamed', { name: isolated(key.key_name) }));
    },
    failed: ({ detail }) => {
      renew();
      if (sight.current !== 'shown')
        toast(t('not_updated', { name: isolated(key_name), reason: detail }), { kind: 'error' });
    },
  });
  const save = (): void => {
    if (typed() !== key_name) return void submit({ key_name: typed() });
    draft.drop();
    dialog.end();
  };

  return (
    <FormDialog
      dialog={dialog}
      title={t('rename_of', { name: isolated(key_name) })}
      form={dialog.id}
      save={t('dashboard:save')}
      busy={busy}
      problem={problem && { error: problem, title: t('error_updating') }}
      isDirty={() => typed() !== key_name}
      onDiscard={draft.drop}
      restored={
        restored
          ? {
              onDiscard: () => {
                draft.drop();
                form.setFieldsValue({ key_name });
                setRestored(false);
              },
            }
          : null
      }
      onOpened={() => {
        if (!window.matchMedia('(pointer: coarse)').matches) form.focusField('key_name');
      }}
    >
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={{ key_name, ...found }}
        onFinish={save}
        onValuesChange={(_, values) => (values.key_name === key_name ? draft.drop() : draft.keep(values))}
      >
        <Form.Item
          name="key_name"
          label={t('column.name')}
          extra={t('form.rename_help')}
          required
          rules={[fieldRule(nameFault)]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" />
        </Form.Item>
      </KitForm>
    </FormDialog>
  );
}
