import { api, body } from '@linkway/kit/api';
import { PlainButton, toast } from '@linkway/kit/base';
import { registerNamespaces, useTranslation } from '@linkway/kit/i18n';
import { loadSession } from '@linkway/kit/session';
import formStyles from '../auth/auth-form.module.css';
import { checkFirstPassword, type FirstPasswordValues } from '../auth/auth-rules';
import { useAccountForm } from '../auth/use-account-form';
import { useMinPassword } from '../auth/use-min-password';
import { FormAlert } from '../form/form-alert';
import { PasswordField } from '../form/password-field';
import { SubmitButton } from '../form/submit-button';
import { useLeave } from '../layout/use-leave';
import { recoveryTexts } from '../locales/recovery';
import styles from './recovery.module.css';
import { RecoveryCard } from './recovery-card';

registerNamespaces(recoveryTexts);

const empty: FirstPasswordValues = { current_password: '', new_password: '', confirm: '' };
const kept = [] as const;

/** In the place of the dashboard, for whoever has a password that a machine made up. */
export default function FirstPassword() {
  const { t } = useTranslation(['recovery', 'auth', 'public']);
  const leave = useLeave();
  const min = useMinPassword();
  const { values, change, messageOf, busy, refusal, formProps } = useAccountForm<FirstPasswordValues>({
    name: 'first-password',
    empty,
    kept,
    check: checkFirstPassword,
    send: async ({ current_password, new_password }) => {
      await body(api.PUT('/api/me/password', { body: { current_password, new_password } }));
      await loadSession();
    },
    done: () => toast(t('reset.done')),
  });
  const { problem, detail } = refusal;
  const field = (name: keyof FirstPasswordValues) => ({
    name,
    value: values[name],
    message: messageOf(name),
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  return (
    <RecoveryCard page="first">
      <form className={formStyles.form} aria-labelledby="recovery-title" {...formProps}>
        {problem && <FormAlert title={t('reset.failed')} text={detail} failure={problem} />}
        <PasswordField
          {...field('current_password')}
          label={t('first.current')}
          show={t('first.show_current')}
          hide={t('first.hide_current')}
          autoComplete="current-password"
        />
        <PasswordField
          {...field('new_password')}
          label={t('reset.password')}
          help={t('auth:password_help', { min })}
          show={t('auth:eye.show_password')}
          hide={t('auth:eye.hide_password')}
          autoComplete="new-password"
        />
        <PasswordField
          {...field('confirm')}
          label={t('auth:confirm')}
          show={t('auth:eye.show_confirm')}
          hide={t('auth:eye.hide_confirm')}
          autoComplete="new-password"
        />
        <SubmitButton busy={busy} text={t('reset.submit')} busyText={t('reset.busy')} />
      </form>
      <div className={styles.actions}>
        <PlainButton kind="quiet" onClick={() => void leave()}>
          {t('public:nav.logout')}
        </PlainButton>
      </div>
    </RecoveryCard>
  );
}
