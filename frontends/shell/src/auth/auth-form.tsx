import { useTranslation } from '@linkway/kit/i18n';
import { Link, useLocation } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import type { ComponentProps, ReactNode } from 'react';
import { FormAlert } from '../form/form-alert';
import { SubmitButton } from '../form/submit-button';
import type { Refusal } from '../form/use-refusal';
import { useAlive } from '../layout/use-alive';
import styles from './auth-form.module.css';
import { GoogleButton } from './google/google-button';
import { useGoogle } from './google/use-google';

interface Props {
  page: 'login' | 'register';
  busy: boolean;
  refusal: Refusal;
  formProps: ComponentProps<'form'>;
  /** Of what is needed for Google as well: whether it is right. */
  ready?: () => boolean;
  children: ReactNode;
}

/** What login and registration have around their fields. */
export function AuthForm({ page, busy, refusal, formProps, ready = () => true, children }: Props) {
  const { t } = useTranslation('auth');
  const session = useSession();
  const location = useLocation();
  const google = useGoogle({ page, ready: () => !busy && ready(), refuse: refusal.refuse });
  // What the build has drawn knows no query, and its links are taken over as they are.
  const search = useAlive() ? location.search : '';
  const ended = session.state === 'signed-out' && session.why === 'ended';
  const { problem, detail } = refusal;
  // A refusal of the sign-in says all by itself; anything else is told with what failed.
  const refused = problem?.code.startsWith('auth.');
  const failed = problem === google.problem ? t(`google.failed_${page}`) : t(`${page}.failed`);
  return (
    <>
      {ended && (
        <p className={styles.notice} role="status">
          {t('ended')}
        </p>
      )}
      <form className={styles.form} aria-labelledby="auth-title" {...formProps}>
        {problem && (
          <FormAlert title={refused ? detail : failed} text={refused ? undefined : detail} failure={problem} />
        )}
        {children}
        <SubmitButton busy={busy} text={t(`${page}.submit`)} busyText={t(`${page}.busy`)} />
      </form>
      <GoogleButton busy={google.busy} onPress={() => void google.go()} />
      <p className={styles.other}>
        {t(`${page}.other`)}{' '}
        <Link to={{ pathname: page === 'login' ? '/register' : '/login', search }}>{t(`${page}.other_link`)}</Link>
      </p>
    </>
  );
}
