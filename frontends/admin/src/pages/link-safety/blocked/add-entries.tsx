import { MAX_BLOCK_NOTE_LENGTH } from '@linkway/contracts/rules';
import type { BlockedDestinations } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { currentLanguage, useFormats, useTranslation } from '@linkway/kit/i18n';
import {
  errorMessage,
  Form,
  FormDialog,
  isErrorCode,
  KitForm,
  useFormDraft,
  useSight,
  useSubmit,
} from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import type { Dialog } from '@linkway/kit/ui/table';
import { useState } from 'react';
import styles from '../link-safety-page.module.css';
import { useSafetyActs } from '../use-link-safety';

interface Values {
  entries: string;
  note: string;
}
const nothing: Values = { entries: '', note: '' };

/** One entry or a whole list of them. What is none stays in the field, with the reason below. */
export default function AddEntries({ dialog }: { dialog: Dialog<{ id: string }> }) {
  const { t } = useTranslation('link-safety');
  const { number } = useFormats();
  const { block } = useSafetyActs();
  const sight = useSight(dialog.open);
  const [refused, setRefused] = useState<BlockedDestinations['refused']>([]);
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, 'blocked_destinations', nothing);
  const { busy, problem, submit } = useSubmit<Values, Values, BlockedDestinations>(form, {
    send: ({ entries, note }) => block(entries.split('\n'), note.trim()),
    done: ({ added, known, refused: left }) => {
      toast(t('add.done', { count: added, added: number(added), known: number(known) }));
      setRefused(left);
      form.setFieldsValue({ entries: left.map(({ entry }) => entry).join('\n') });
      if (left.length > 0) return draft.keep();
      draft.drop();
      dialog.end();
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
      <p>{t('add.text')}</p>
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item
          name="entries"
          label={t('add.entries')}
          extra={t('add.entries_help')}
          required
          rules={[
            { required: true, whitespace: true, message: t('add.entries_required'), validateTrigger: 'onSubmit' },
          ]}
        >
          <Input.TextArea rows={8} spellCheck={false} autoCapitalize="none" placeholder="example.com" />
        </Form.Item>
        <Form.Item name="note" label={t('add.note')} extra={t('add.note_help')}>
          <Input autoComplete="off" maxLength={MAX_BLOCK_NOTE_LENGTH} />
        </Form.Item>
      </KitForm>
      {refused.length > 0 && (
        <div role="alert">
          <p>{t('add.refused', { count: refused.length })}</p>
          <ul className={styles.refused}>
            {refused.slice(0, 100).map(({ line, entry, code }) => (
              <li key={line}>
                <code className={styles.address}>{entry}</code>:{' '}
                {isErrorCode(code) ? errorMessage(code, currentLanguage()) : code}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
