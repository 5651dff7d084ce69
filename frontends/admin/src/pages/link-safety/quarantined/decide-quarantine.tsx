import { MAX_SAFETY_ANSWER_LENGTH } from '@linkway/contracts/rules';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, KitForm, useFormDraft, useSight, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import type { Dialog } from '@linkway/kit/ui/table';
import styles from '../link-safety-page.module.css';
import { useSafetyActs } from '../use-link-safety';
import { type Decided, shortOf } from './quarantined';

/** Releases a link or keeps it, with an answer to its owner. */
export default function DecideQuarantine({ dialog }: { dialog: Dialog<Decided> }) {
  const { t } = useTranslation('link-safety');
  const { decide } = useSafetyActs();
  const sight = useSight(dialog.open);
  const { decision, link_id, appeal, workspace_id } = dialog.of;
  const link = shortOf(dialog.of);
  const [form] = Form.useForm<{ answer: string }>();
  const draft = useFormDraft(form, `quarantine:${link_id}:${decision}`, { answer: '' });
  const { busy, problem, submit } = useSubmit<{ answer: string }, string, unknown>(form, {
    send: (answer) => decide(link_id, decision, answer),
    done: () => {
      draft.drop();
      dialog.end();
      toast(t(`decide.${decision}.done`, { link }));
    },
    failed: ({ detail }) => {
      if (sight.current !== 'shown') toast(`${t('decide.failed')}: ${detail}`, { kind: 'error' });
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t(`decide.${decision}.title`, { link })}
      form={dialog.id}
      save={t(`quarantined.${decision}`)}
      busy={busy}
      problem={problem && { error: problem, title: t('decide.failed') }}
      draft={draft}
    >
      <p>{t(`decide.${decision}.text`)}</p>
      {appeal && (
        <p className={styles.quote}>
          <bdi>{appeal.text}</bdi>
        </p>
      )}
      <KitForm<{ answer: string }>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={({ answer }) => void submit(answer.trim())}
      >
        {appeal && workspace_id && (
          <Form.Item name="answer" label={t('decide.answer')} extra={t('decide.answer_help')}>
            <Input.TextArea rows={4} maxLength={MAX_SAFETY_ANSWER_LENGTH} />
          </Form.Item>
        )}
      </KitForm>
    </FormDialog>
  );
}
