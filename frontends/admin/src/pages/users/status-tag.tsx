import type { AdminUser } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './users-page.module.css';

export function StatusTag({ status }: Pick<AdminUser, 'status'>) {
  const { t } = useTranslation('users');
  return <span className={`${styles.status} ${styles[status]}`}>{t(`status.${status}`)}</span>;
}
