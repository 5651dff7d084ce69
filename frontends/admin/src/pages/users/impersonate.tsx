import { IMPERSONATION_MINUTES, MAX_IMPERSONATION_REASON_LENGTH } from '@linkway/contracts/rules';
import { useTranslation } from '@linkway/kit/i18n';
import { Form, FormDialog, KitForm, useFormDraft, useSubmit } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { impersonate } from './use-users';
import type { UserDialogProps } from './users-page';
import styles from './users-page.module.css';

interface Values {
  reason: string;
}

/** Says what an administrator may do as somebody else, and that it is written down; then the web app begins anew as theirs. */
export default function Impersonate({ dialog }: UserDialogProps) {
  const { t } = useTranslation('users');
  const { id, email: name } = dialog.of;
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, `impersonate:${id}`, { reason: '' });
  const { busy, problem, submit } = useSubmit<Values, Values, void>(form, {
    send: ({ reason }) => impersonate(id, reason.trim()),
    // Whoever closed it meanwhile is somebody else all the same.
    done: () => {
      draft.drop();
      window.location.assign('/dashboard');
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('impersonate.title', { name })}
      form={dialog.id}
      save={t('impersonate.confirm')}
      busy={busy}
      problem={problem && { error: problem, title: t('impersonate.failed') }}
      draft={draft}
    >
      <p className={styles.intro}>{t('impersonate.text', { name, minutes: IMPERSONATION_MINUTES })}</p>
      <KitForm<Values>
        id={dialog.id}
        name={dialog.id}
        form={form}
        initialValues={draft.initial}
        onValuesChange={draft.keep}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="reason" label={t('impersonate.reason')}>
          <Input autoComplete="off" maxLength={MAX_IMPERSONATION_REASON_LENGTH} />
        </Form.Item>
      </KitForm>
    </FormDialog>
  );
}
