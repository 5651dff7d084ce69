import { MAX_LANGUAGE_NAME } from '@linkway/contracts/rules';
import type { LanguageEntry } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import {
  errorMessage,
  Form,
  FormDialog,
  fieldRule,
  KitForm,
  useFormDraft,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import type { Dialog } from '@linkway/kit/ui/table';
import { useLanguageActs } from './use-languages';

interface Values {
  code: string;
  name: string;
}
const nothing: Values = { code: '', name: '' };

const filled = (value: string | undefined): string | null =>
  value?.trim() ? null : errorMessage('languages.fields_required', currentLanguage());

/** A language by its code and its own name. */
export default function AddLanguage({ dialog }: { dialog: Dialog<{ id: string }> }) {
  const { t } = useTranslation('languages');
  const { add } = useLanguageActs();
  const sight = useSight(dialog.open);
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, 'language', nothing);
  const { busy, problem, submit } = useSubmit<Values, Values, LanguageEntry>(form, {
    send: ({ code, name }) => add({ code: code.trim(), name: name.trim() }),
    done: ({ name }) => {
      draft.drop();
      dialog.end();
      toast(t('add.done', { name }));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('add.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('add.title')}
      form={dialog.id}
      save={t('add.save')}
      busy={busy}
      problem={problem && { error: problem, title: t('add.failed') }}
      draft={draft}
    >
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="code"
          label={t('add.code')}
          extra={t('add.code_help')}
          required
          rules={[fieldRule(filled)]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={35} placeholder="fr" />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('add.name')}
          extra={t('add.name_help')}
          required
          rules={[fieldRule(filled)]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" maxLength={MAX_LANGUAGE_NAME} placeholder="Français" />
        </Form.Item>
      </KitForm>
    </FormDialog>
  );
}
