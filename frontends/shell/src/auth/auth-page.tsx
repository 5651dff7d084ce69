import { ErrorBoundary } from '@linkway/kit/base';
import { Link, Navigate } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { UiProvider } from '@linkway/kit/ui';
import type { ReactNode } from 'react';
import { PublicLayout } from '../layout/public-layout';
import styles from './auth-page.module.css';

interface Props {
  title: string;
  other: { text: string; link: string; to: string };
  children: ReactNode;
}

/** The frame of sign-in and registration. Who is signed in already goes on to the dashboard. */
export function AuthPage({ title, other, children }: Props) {
  const session = useSession();
  if (session.state === 'signed-in') return <Navigate to="/dashboard" replace />;
  return (
    <PublicLayout>
      <UiProvider>
        <section className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          <ErrorBoundary>{children}</ErrorBoundary>
          <p className={styles.other}>
            {other.text} <Link to={other.to}>{other.link}</Link>
          </p>
        </section>
      </UiProvider>
    </PublicLayout>
  );
}
