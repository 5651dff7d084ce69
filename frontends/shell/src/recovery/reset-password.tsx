import { api, body } from '@linkway/kit/api';
import { ButtonLink } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { useState } from 'react';
import formStyles from '../auth/auth-form.module.css';
import { checkNewPassword, type NewPasswordValues } from '../auth/auth-rules';
import { useAccountForm } from '../auth/use-account-form';
import { useMinPassword } from '../auth/use-min-password';
import { FormAlert } from '../form/form-alert';
import { PasswordField } from '../form/password-field';
import { SubmitButton } from '../form/submit-button';
import { linkToken } from './link-token';
import styles from './recovery.module.css';
import { RecoveryCard } from './recovery-card';

const empty: NewPasswordValues = { password: '', confirm: '' };
const kept = [] as const;

/** By the link of a mail. */
export function ResetPassword() {
  const { t } = useTranslation('recovery');
  const token = linkToken(useLocation().hash);
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <RecoveryCard page="reset" told={{ title: t('reset.done'), text: t('reset.done_text') }}>
        <div className={styles.actions}>
          <ButtonLink to="/login" kind="primary">
            {t('log_in')}
          </ButtonLink>
        </div>
      </RecoveryCard>
    );
  }
  if (!token) {
    return (
      <RecoveryCard page="reset" told={{ title: t('incomplete'), text: t('incomplete_text') }}>
        <AskAgain />
      </RecoveryCard>
    );
  }
  return (
    <RecoveryCard page="reset">
      <NewPassword token={token} onDone={() => setDone(true)} />
    </RecoveryCard>
  );
}

function NewPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTranslation(['recovery', 'auth']);
  const min = useMinPassword();
  const { values, change, messageOf, busy, refusal, formProps } = useAccountForm<NewPasswordValues>({
    name: 'reset',
    empty,
    kept,
    check: checkNewPassword,
    send: async ({ password }) =>
      void (await body(api.POST('/api/auth/reset-password', { body: { token, password } }))),
    done: onDone,
  });
  const { problem, detail } = refusal;
  const over = problem?.code === 'auth.reset_link_invalid';
  return (
    <>
      <form className={formStyles.form} aria-labelledby="recovery-title" {...formProps}>
        {problem && (
          <FormAlert title={over ? detail : t('reset.failed')} text={over ? undefined : detail} failure={problem} />
        )}
        <PasswordField
          name="password"
          label={t('reset.password')}
          help={t('auth:password_help', { min })}
          show={t('auth:eye.show_password')}
          hide={t('auth:eye.hide_password')}
          autoComplete="new-password"
          value={values.password}
          message={messageOf('password')}
          onChange={(event) => change('password', event.target.value)}
        />
        <PasswordField
          name="confirm"
          label={t('auth:confirm')}
          show={t('auth:eye.show_confirm')}
          hide={t('auth:eye.hide_confirm')}
          autoComplete="new-password"
          value={values.confirm}
          message={messageOf('confirm')}
          onChange={(event) => change('confirm', event.target.value)}
        />
        <SubmitButton busy={busy} text={t('reset.submit')} busyText={t('reset.busy')} />
      </form>
      {over && <AskAgain />}
    </>
  );
}

function AskAgain() {
  const { t } = useTranslation('recovery');
  return (
    <div className={styles.actions}>
      <ButtonLink to="/forgot-password">{t('reset.ask_again')}</ButtonLink>
    </div>
  );
}
