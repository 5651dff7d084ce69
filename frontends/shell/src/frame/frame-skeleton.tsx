import { PageSkeleton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './frame-skeleton.module.css';

/** The frame's shape with a spinner, while it is asked who is signed in. */
export function FrameSkeleton() {
  const { t } = useTranslation('frame');
  return (
    <div className={styles.frame} data-outline>
      <div className={styles.sidebar} />
      <div>
        <div className={styles.header}>
          <span className={styles.spinner} aria-hidden="true" />
          {t('session_loading')}
        </div>
        <PageSkeleton />
      </div>
    </div>
  );
}
