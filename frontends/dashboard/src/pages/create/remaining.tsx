import type { Me } from '@linkway/kit/api';
import { currentLanguage, useFormats, useTranslation } from '@linkway/kit/i18n';
import { errorMessage } from '@linkway/kit/ui/form';
import styles from './create-page.module.css';

/** How many links the month has left, or that there are none. */
export function Remaining({ me }: { me: Me | undefined }) {
  const { t } = useTranslation(['create', 'dashboard']);
  const { number, dateTime } = useFormats();
  if (!me || me.monthly_links_limit === null || me.monthly_links_used === null) return <span />;
  const limit = me.monthly_links_limit;
  const left = Math.max(0, limit - me.monthly_links_used);
  if (left === 0) {
    return (
      <p className={styles.full} role="alert">
        {errorMessage('links.monthly_limit', currentLanguage(), { limit })}{' '}
        {me.month_ends_at && t('dashboard:month_ends', { time: dateTime(me.month_ends_at) })}
      </p>
    );
  }
  return <p className={styles.left}>{t('remaining', { count: left, shown: number(left), limit: number(limit) })}</p>;
}
