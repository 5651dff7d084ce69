import { ButtonLink } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import type { ReactNode } from 'react';
import { LanguageSwitch, ThemeSwitch } from './preferences';
import styles from './public-layout.module.css';

/** Header and main of every public page; in the first script, so without antd. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('public');
  const session = useSession();
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.brand}>
          {t('brand')}
        </Link>
        <nav className={styles.nav} aria-label={t('nav.label')}>
          <LanguageSwitch />
          <ThemeSwitch />
          {session.state === 'signed-in' ? (
            <ButtonLink to="/dashboard" kind="primary" size="small">
              {t('nav.dashboard')}
            </ButtonLink>
          ) : (
            <ButtonLink to="/login" size="small">
              {t('nav.login')}
            </ButtonLink>
          )}
        </nav>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}
