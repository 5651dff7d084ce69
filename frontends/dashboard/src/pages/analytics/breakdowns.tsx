import type { Analytics } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './analytics-page.module.css';
import { BreakdownPanel, type Choice } from './breakdown-panel';
import type { Kind } from './filter';

/** Where clicks come from, on what, and by whom, which is worth a chart where it is not one kind alone. */
export function Breakdowns({ statistics, kind }: { statistics: Analytics | undefined; kind: Kind }) {
  const { t } = useTranslation('dashboard');
  const choice = (
    key: string,
    label: string,
    dimension: Choice['dimension'],
    rows: Choice['rows'] | undefined,
  ): Choice => ({ key, label, dimension, rows });
  return (
    <div className={styles.grid}>
      <BreakdownPanel
        title={t('analytics.audience')}
        kind="share"
        choices={[
          choice('devices', t('analytics.devices'), 'device', statistics?.devices),
          ...(kind === 'all' ? [choice('kinds', t('analytics.kinds'), 'kind', statistics?.kinds)] : []),
        ]}
      />
      <BreakdownPanel
        title={t('analytics.places')}
        kind="bars"
        choices={[
          choice('countries', t('analytics.countries'), 'country', statistics?.countries),
          choice('cities', t('analytics.cities'), 'city', statistics?.cities),
        ]}
      />
      <BreakdownPanel
        title={t('analytics.sources')}
        kind="bars"
        choices={[
          choice('referrers', t('analytics.referrers'), 'referrer', statistics?.referrers),
          choice('utm_source', 'utm_source', 'utm', statistics?.utm.source),
          choice('utm_medium', 'utm_medium', 'utm', statistics?.utm.medium),
          choice('utm_campaign', 'utm_campaign', 'utm', statistics?.utm.campaign),
          choice('utm_term', 'utm_term', 'utm', statistics?.utm.term),
          choice('utm_content', 'utm_content', 'utm', statistics?.utm.content),
        ]}
      />
      <BreakdownPanel
        title={t('analytics.technology')}
        kind="bars"
        choices={[
          choice('browsers', t('analytics.browsers'), 'browser', statistics?.browsers),
          choice('os', t('analytics.os'), 'os', statistics?.os),
          choice('languages', t('analytics.languages'), 'language', statistics?.languages),
        ]}
      />
    </div>
  );
}
