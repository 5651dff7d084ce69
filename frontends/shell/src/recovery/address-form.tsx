import { useTranslation } from '@linkway/kit/i18n';
import formStyles from '../auth/auth-form.module.css';
import { checkEmail, type EmailValues } from '../auth/auth-rules';
import { useAccountForm } from '../auth/use-account-form';
import { Field } from '../form/field';
import { FormAlert } from '../form/form-alert';
import { SubmitButton } from '../form/submit-button';

interface Props {
  submit: string;
  send: (email: string) => Promise<void>;
  onSent: (email: string) => void;
}

const kept = ['email'] as const;
const empty: EmailValues = { email: '' };

/** Asks for the address that a mail goes to. It begins with the one that was typed for the login. */
export function AddressForm({ submit, send, onSent }: Props) {
  const { t } = useTranslation(['recovery', 'auth']);
  const { values, change, messageOf, busy, refusal, formProps } = useAccountForm<EmailValues>({
    name: 'login',
    empty,
    kept,
    check: checkEmail,
    send: ({ email }) => send(email.trim()),
    done: ({ email }) => onSent(email.trim()),
  });
  const { problem, detail } = refusal;
  return (
    <form className={formStyles.form} aria-labelledby="recovery-title" {...formProps}>
      {problem && <FormAlert title={t('not_sent')} text={detail} failure={problem} />}
      <Field
        name="email"
        label={t('auth:email')}
        type="email"
        autoComplete="email"
        value={values.email}
        message={messageOf('email')}
        onChange={(event) => change('email', event.target.value)}
      />
      <SubmitButton busy={busy} text={submit} busyText={t('sending')} />
    </form>
  );
}
