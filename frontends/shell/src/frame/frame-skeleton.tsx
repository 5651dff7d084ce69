import { PageSkeleton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Brand } from '../layout/brand';
import styles from './frame-skeleton.module.css';

/** The frame's shape and its mark, while it is asked who is signed in. */
export function FrameSkeleton() {
  const { t } = useTranslation('frame');
  return (
    <div className={styles.frame} data-outline>
      <div className={styles.sidebar}>
        <div className={styles.brand}>
          <Brand />
        </div>
        {[1, 2, 3, 4].map((item) => (
          <span key={item} className={styles.item} />
        ))}
      </div>
      <div>
        <div className={styles.header}>{t('session_loading')}</div>
        <PageSkeleton />
      </div>
    </div>
  );
}
