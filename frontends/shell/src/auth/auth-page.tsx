import { useTranslation } from '@linkway/kit/i18n';
import { Navigate, useLocation } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import type { ReactNode } from 'react';
import { usePageMeta } from '../layout/page-meta';
import { PublicLayout } from '../layout/public-layout';
import styles from './auth-page.module.css';
import { destinationOf } from './destination';

/**
 * The frame of sign-in and registration, in the first script: header and heading show before the form is fetched. Who is
 * signed in already goes on.
 */
export function AuthPage({ page, children }: { page: 'login' | 'register'; children: ReactNode }) {
  const { t } = useTranslation('public');
  const session = useSession();
  const { search } = useLocation();
  usePageMeta(`${t(`nav.${page}`)} · Linkway`);
  if (session.state === 'signed-in') return <Navigate to={destinationOf(search)} replace />;
  return (
    <PublicLayout>
      <section className={styles.card} aria-labelledby="auth-title">
        <h1 id="auth-title" className={styles.title}>
          {t(`auth.${page}_title`)}
        </h1>
        <p className={styles.text}>{t(`auth.${page}_text`)}</p>
        {children}
      </section>
    </PublicLayout>
  );
}

/** Fields in the shape of the form that comes. */
export const loginWaiting = (
  <div className={styles.waiting}>
    <div />
    <div />
  </div>
);
export const registerWaiting = (
  <div className={styles.waiting}>
    <div />
    <div />
    <div />
    <div />
  </div>
);
