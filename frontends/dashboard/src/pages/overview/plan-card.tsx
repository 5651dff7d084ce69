import type { Me } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost } from '@linkway/kit/ui';
import styles from './overview-page.module.css';

interface Props {
  /** undefined: on its way. */
  me: Me | undefined;
  failed: boolean;
}

/** The plan, and how much of the month's links is used. */
export function PlanCard({ me, failed }: Props) {
  const { t } = useTranslation(['overview', 'dashboard']);
  const { number, dateTime } = useFormats();
  if (failed && !me) return null;
  const used = me?.monthly_links_used ?? null;
  const limit = me?.monthly_links_limit ?? 0;
  const share = used === null || limit === 0 ? 0 : Math.min(100, (used / limit) * 100);
  return (
    <section className={styles.plan} aria-label={t('plan')}>
      {me ? (
        <>
          <span className={styles.badge}>{me.subscription_type === 'premium' ? t('premium') : t('basic')}</span>
          <span
            className={styles.bar}
            role="meter"
            aria-label={t('usage')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share)}
          >
            <span className={share >= 100 ? styles.full : styles.part} style={{ width: `${share}%` }} />
          </span>
          <span className={styles.usage}>
            {used === null || !me.monthly_links_limit
              ? t('dashboard:missing')
              : t('used', { used: number(used), limit: number(limit) })}
            {share >= 100 && me.month_ends_at && (
              <> · {t('dashboard:month_ends', { time: dateTime(me.month_ends_at) })}</>
            )}
          </span>
        </>
      ) : (
        <Ghost height={20} />
      )}
    </section>
  );
}
