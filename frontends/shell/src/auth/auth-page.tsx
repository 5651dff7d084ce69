import { ErrorBoundary } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Link, Navigate, useLocation } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { Alert, UiProvider } from '@linkway/kit/ui';
import type { ReactNode } from 'react';
import { usePageMeta } from '../layout/page-meta';
import { PublicLayout } from '../layout/public-layout';
import styles from './auth-page.module.css';
import { destinationOf } from './destination';

interface Props {
  title: string;
  text: string;
  other: { text: string; link: string; to: string };
  children: ReactNode;
}

/** The frame of sign-in and registration. Who is signed in already goes on. */
export function AuthPage({ title, text, other, children }: Props) {
  const { t } = useTranslation('auth');
  const session = useSession();
  const { search } = useLocation();
  usePageMeta(`${title} · Linkway`);
  if (session.state === 'signed-in') return <Navigate to={destinationOf(search)} replace />;
  const ended = session.state === 'signed-out' && session.why === 'ended';
  return (
    <PublicLayout>
      <UiProvider>
        <section className={styles.card} aria-labelledby="auth-title">
          <h1 id="auth-title" className={styles.title}>
            {title}
          </h1>
          <p className={styles.text}>{text}</p>
          {ended && <Alert className={styles.ended} type="info" showIcon title={t('ended')} />}
          <ErrorBoundary>{children}</ErrorBoundary>
          <p className={styles.other}>
            {other.text} <Link to={{ pathname: other.to, search }}>{other.link}</Link>
          </p>
        </section>
      </UiProvider>
    </PublicLayout>
  );
}
