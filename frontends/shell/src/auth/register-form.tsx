import { useTranslation } from '@linkway/kit/i18n';
import { Link, useLocation } from '@linkway/kit/router';
import { register } from '@linkway/kit/session/entrance';
import { Field } from '../form/field';
import { PasswordField } from '../form/password-field';
import { keepDraft } from '../layout/draft';
import { usePublicAddress } from '../layout/public-address';
import { AuthForm } from './auth-form';
import { checkRegister, type RegisterValues } from './auth-rules';
import { CheckboxField } from './checkbox-field';
import { GoogleReturn } from './google/google-part';
import { useGoogleBack } from './google/use-google-back';
import { takeGuestLinks } from './take-guest-links';
import { useAuthForm } from './use-auth-form';
import { useMinPassword } from './use-min-password';

const empty: RegisterValues = { full_name: '', email: '', password: '', confirm: '', accept_terms: false };
const kept = ['full_name', 'email', 'accept_terms'] as const;

/** What an account is opened with, or what Google has sent the browser back with before it. */
export default function RegisterForm() {
  const back = useGoogleBack();
  const fields = <Fields />;
  return back === null ? (
    fields
  ) : (
    <GoogleReturn page="register" outcome={back}>
      {fields}
    </GoogleReturn>
  );
}

function Fields() {
  const { t } = useTranslation('auth');
  const terms = usePublicAddress('terms');
  const min = useMinPassword();
  const { values, change, messageOf, isRight, ...form } = useAuthForm<RegisterValues>({
    name: 'register',
    empty,
    kept,
    check: checkRegister,
    send: ({ full_name, email, password }) =>
      register({ full_name: full_name.trim(), email: email.trim(), password, accept_terms: true }),
    done: () => t('register.done'),
    pause: 2_000,
    along: takeGuestLinks,
  });
  const email = messageOf('email');
  const taken = email !== undefined && form.refusal.code === 'auth.email_taken';
  return (
    <AuthForm page="register" ready={() => isRight('accept_terms')} {...form}>
      <Field
        name="full_name"
        label={t('full_name')}
        autoComplete="name"
        value={values.full_name}
        message={messageOf('full_name')}
        onChange={(event) => change('full_name', event.target.value)}
      />
      <Field
        name="email"
        label={t('email')}
        type="email"
        autoComplete="email"
        value={values.email}
        message={taken ? <TakenEmail message={email} email={values.email} /> : email}
        onChange={(event) => change('email', event.target.value)}
      />
      <PasswordField
        name="password"
        label={t('password')}
        help={t('password_help', { min: min })}
        show={t('eye.show_password')}
        hide={t('eye.hide_password')}
        autoComplete="new-password"
        value={values.password}
        message={messageOf('password')}
        onChange={(event) => change('password', event.target.value)}
      />
      <PasswordField
        name="confirm"
        label={t('confirm')}
        show={t('eye.show_confirm')}
        hide={t('eye.hide_confirm')}
        autoComplete="new-password"
        value={values.confirm}
        message={messageOf('confirm')}
        onChange={(event) => change('confirm', event.target.value)}
      />
      <CheckboxField
        name="accept_terms"
        checked={values.accept_terms}
        message={messageOf('accept_terms')}
        onChange={(checked) => change('accept_terms', checked)}
      >
        {t('terms')} {/* In a window of its own: the form stays as it is. */}
        <Link to={terms} target="_blank">
          {t('terms_link')}
        </Link>
      </CheckboxField>
    </AuthForm>
  );
}

/** Whoever has an account is led to the login, where the email is filled in. It goes by the draft: no address shows it. */
function TakenEmail({ message, email }: { message: string; email: string }) {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  return (
    <>
      {message}{' '}
      <Link
        to={{ pathname: '/login', search }}
        state={{ focus: 'password' }}
        onClick={() => keepDraft('login', { email: email.trim() })}
      >
        {t('register.taken_link')}
      </Link>
    </>
  );
}
