import { useTranslation } from 'react-i18next';
import styles from './skeleton.module.css';

interface Props {
  /** Height of each block in px, from the top: the shape of what comes. */
  blocks?: number[];
}

/** Grey blocks in the shape of what comes, shown only when it takes longer than 150 ms. */
export function PageSkeleton({ blocks = [28, 96, 240] }: Props) {
  const { t } = useTranslation('kit');
  return (
    <div className={styles.page} role="status" aria-label={t('loading')}>
      {blocks.map((height, index) => (
        <div key={index} className={styles.block} style={{ height }} />
      ))}
    </div>
  );
}
