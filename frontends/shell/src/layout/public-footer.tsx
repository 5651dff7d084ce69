import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { useSession } from '@linkway/kit/session';
import { Brand } from './brand';
import { usePublicAddress } from './public-address';
import styles from './public-footer.module.css';
import { SectionLink } from './section-link';

export function PublicFooter() {
  const { t } = useTranslation('public');
  const terms = usePublicAddress('terms');
  const member = useSession().state === 'signed-in';
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Brand />
          <p>{t('footer.text')}</p>
        </div>
        <nav className={styles.links} aria-label={t('footer.label')}>
          <SectionLink section="features">{t('nav.features')}</SectionLink>
          <SectionLink section="domains">{t('nav.domains')}</SectionLink>
          {/* A page of the server, not of this app. */}
          <a href="/api/docs">{t('footer.api')}</a>
          <Link to={terms}>{t('footer.terms')}</Link>
          {member ? (
            <Link to="/dashboard">{t('nav.dashboard')}</Link>
          ) : (
            <>
              <Link to="/login">{t('nav.login')}</Link>
              <Link to="/register">{t('nav.register')}</Link>
            </>
          )}
        </nav>
      </div>
    </footer>
  );
}
