import { ButtonLink } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { PublicLayout } from '../layout/public-layout';
import styles from './landing-page.module.css';

export function LandingPage() {
  const { t } = useTranslation('public');
  return (
    <PublicLayout>
      <section className={styles.hero}>
        <h1 className={styles.title}>{t('landing.title')}</h1>
        <p className={styles.text}>{t('landing.text')}</p>
        <ButtonLink to="/register" kind="primary" size="large">
          {t('landing.start')}
        </ButtonLink>
      </section>
    </PublicLayout>
  );
}
