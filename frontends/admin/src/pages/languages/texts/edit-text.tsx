import { MAX_TEXT_LENGTH } from '@linkway/contracts/rules';
import type { LanguageText } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, KitForm, useFormDraft, useSight, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useLanguageActs } from '../use-languages';
import type { EditTextProps } from './texts';
import styles from './texts.module.css';

interface Values {
  text: string;
}

/** One text beside the English one; an empty one is none. Of what this release does not know, the text can only be taken away. */
export default function EditText({ dialog, language }: EditTextProps) {
  const { t } = useTranslation('languages');
  const { setText } = useLanguageActs();
  const sight = useSight(dialog.open);
  const { id, namespace, key, english, text } = dialog.of;
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, `language_text:${language.code}:${id}`, { text: text ?? '' });
  const { busy, problem, submit } = useSubmit<Values, Values, LanguageText>(form, {
    send: (sent) => setText(language.code, { namespace, key, text: sent.text }),
    done: () => {
      draft.drop();
      dialog.end();
      toast(t('texts.saved'));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('texts.not_saved')}: ${detail}`, { kind: 'error' });
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('texts.edit')}
      form={dialog.id}
      save={english === null ? t('texts.take_away') : t('texts.save')}
      danger={english === null}
      busy={busy}
      problem={problem && { error: problem, title: t('texts.not_saved') }}
      draft={draft}
    >
      <p>
        <code className={styles.key}>{id}</code>
      </p>
      <p className={styles.english} lang="en">
        {english ?? t('texts.not_in_release')}
      </p>
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={(values) => {
          if (english === null) void submit({ text: '' });
          else if (draft.isDirty()) void submit(values);
          else dialog.end();
        }}
      >
        <Form.Item name="text" label={language.name} extra={t('texts.help')}>
          <Input.TextArea rows={4} lang={language.code} maxLength={MAX_TEXT_LENGTH} readOnly={english === null} />
        </Form.Item>
      </KitForm>
    </FormDialog>
  );
}
