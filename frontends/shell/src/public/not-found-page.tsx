import { ButtonLink } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { usePageMeta } from '../layout/page-meta';
import { usePublicAddress } from '../layout/public-address';
import { PublicLayout } from '../layout/public-layout';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const { t } = useTranslation('public');
  const home = usePublicAddress('landing');
  usePageMeta(`${t('not_found.title')} · Linkway`);
  return (
    <PublicLayout>
      <section className={styles.page}>
        <p className={styles.code}>{t('not_found.code')}</p>
        <h1 className={styles.title}>{t('not_found.title')}</h1>
        <p className={styles.text}>{t('not_found.text')}</p>
        <ButtonLink to={home} kind="primary">
          {t('not_found.home')}
        </ButtonLink>
      </section>
    </PublicLayout>
  );
}
