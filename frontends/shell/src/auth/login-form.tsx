import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { signIn, watchSignIns } from '@linkway/kit/session/entrance';
import { useEffect, useState } from 'react';
import { Field } from '../form/field';
import { PasswordField } from '../form/password-field';
import { AuthForm } from './auth-form';
import styles from './auth-form.module.css';
import { checkLogin, type LoginValues } from './auth-rules';
import { GoogleReturn } from './google/google-part';
import { useGoogleBack } from './google/use-google-back';
import { SecondStep } from './second-step';
import { useAuthForm } from './use-auth-form';

const kept = ['email'] as const;

/**
 * Email and password, and in their place the code of an account that has two-factor authentication, or what Google has sent the browser
 * back with.
 */
export default function LoginForm() {
  /** The password was right. It is nowhere but here. */
  const [known, setKnown] = useState<LoginValues | null>(null);
  const [isBack, setBack] = useState(false);
  const back = (): void => {
    setKnown(null);
    setBack(true);
  };
  const fromGoogle = useGoogleBack();
  useEffect(watchSignIns, []);
  if (known) return <SecondStep email={known.email} send={(code) => signIn({ ...known, code })} onBack={back} />;
  const first = <FirstStep isBack={isBack} onKnown={setKnown} />;
  return fromGoogle === null ? (
    first
  ) : (
    <GoogleReturn page="login" outcome={fromGoogle}>
      {first}
    </GoogleReturn>
  );
}

function FirstStep({ isBack, onKnown }: { isBack: boolean; onKnown: (known: LoginValues) => void }) {
  const { t } = useTranslation('auth');
  const session = useSession();
  // Of a session that has ended it is known whose it was; no address says so.
  const email = session.state === 'signed-out' && session.why === 'ended' ? session.email : '';
  const { values, change, messageOf, ...form } = useAuthForm<LoginValues>({
    name: 'login',
    empty: { email, password: '' },
    kept,
    check: checkLogin,
    send: ({ email, password }) => signIn({ email: email.trim(), password }),
    leadsOn: ({ code }, { email, password }) => {
      if (code !== 'two_factor.required') return false;
      onKnown({ email: email.trim(), password });
      return true;
    },
    done: () => t('login.done'),
    pause: 1_000,
    // The email is there still.
    first: isBack ? 'password' : undefined,
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
