import { useTranslation } from '@linkway/kit/i18n';
import { signIn } from '@linkway/kit/session';
import { Field } from '../form/field';
import { PasswordField } from '../form/password-field';
import { AuthForm } from './auth-form';
import { checkLogin, type LoginValues } from './auth-rules';
import { useAuthForm } from './use-auth-form';

const empty: LoginValues = { email: '', password: '' };
const kept = ['email'] as const;

export default function LoginForm() {
  const { t } = useTranslation('auth');
  const { values, change, messageOf, ...form } = useAuthForm<LoginValues>({
    name: 'login',
    empty,
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
    </AuthForm>
  );
}
