import type { AuditEntry } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './logs-page.module.css';

export function LevelTag({ level }: Pick<AuditEntry, 'level'>) {
  const { t } = useTranslation('logs');
  return <span className={`${styles.level} ${styles[level]}`}>{t(`level.${level}`)}</span>;
}
