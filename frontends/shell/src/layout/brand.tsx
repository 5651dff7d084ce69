import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import styles from './brand.module.css';
import { usePublicAddress } from './public-address';

/** The mark and the name, leading home. */
export function Brand({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('public');
  const home = usePublicAddress('landing');
  return (
    <Link to={home} className={styles.brand} aria-label={t('brand_home')}>
      <svg aria-hidden="true" width="28" height="28" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="8" fill="var(--lw-primary-solid)" />
        <path
          d="M13 19l6-6M11.5 15.500l-2 2a4 4 0 0 0 5.6 5.600l2-2M20.5 16.500l2-2a4 4 0 0 0-5.6-5.600l-2 2"
          fill="none"
          stroke="var(--lw-on-primary)"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
      {!compact && <span>{t('brand')}</span>}
    </Link>
  );
}
