import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { signIn, useSession } from '@linkway/kit/session';
import { Field } from '../form/field';
import { PasswordField } from '../form/password-field';
import { AuthForm } from './auth-form';
import styles from './auth-form.module.css';
import { checkLogin, type LoginValues } from './auth-rules';
import { useAuthForm } from './use-auth-form';

const kept = ['email'] as const;

export default function LoginForm() {
  const { t } = useTranslation('auth');
  const session = useSession();
  // Of a session that has ended it is known whose it was; no address says so.
  const email = session.state === 'signed-out' && session.why === 'ended' ? session.email : '';
  const { values, change, messageOf, ...form } = useAuthForm<LoginValues>({
    name: 'login',
    empty: { email, password: '' },
    kept,
    check: checkLogin,
    send: ({ email, password }) => signIn(email.trim(), password),
    done: () => t('login.done'),
    pause: 1_000,
  });
  return (
    <AuthForm page="login" {...form}>
      <Field
        name="email"
        label={t('email')}
        type="email"
        autoComplete="email"
        value={values.email}
        message={messageOf('email')}
        onChange={(event) => change('email', event.target.value)}
      />
      <PasswordField
        name="password"
        label={t('password')}
        show={t('eye.show_password')}
        hide={t('eye.hide_password')}
        autoComplete="current-password"
        value={values.password}
        message={messageOf('password')}
        onChange={(event) => change('password', event.target.value)}
      />
      <Link to="/forgot-password" className={styles.forgot}>
        {t('login.forgot')}
      </Link>
    </AuthForm>
  );
}
