import { ButtonLink } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import type { ReactNode } from 'react';
import { AccountMenu } from './account-menu';
import { Brand } from './brand';
import { LanguageSwitch, ThemeSwitch } from './preferences';
import { PublicFooter } from './public-footer';
import styles from './public-layout.module.css';
import { SectionLink } from './section-link';
import { SideMenu } from './side-menu';

/** Header, main and footer of every public page; in the first script, so without antd. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('public');
  const session = useSession();
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Brand />
          <nav className={styles.sections} aria-label={t('nav.label')}>
            <SectionLink section="features" className={styles.section}>
              {t('nav.features')}
            </SectionLink>
            <SectionLink section="domains" className={styles.section}>
              {t('nav.domains')}
            </SectionLink>
          </nav>
          <div className={styles.preferences}>
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
          {session.state === 'signed-in' ? (
            <AccountMenu email={session.me.email} />
          ) : (
            <div className={styles.entry}>
              <ButtonLink to="/login" kind="quiet" size="small">
                {t('nav.login')}
              </ButtonLink>
              <ButtonLink to="/register" kind="primary" size="small" className={styles.register}>
                {t('nav.register')}
              </ButtonLink>
            </div>
          )}
          <div className={styles.burger}>
            <SideMenu />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
