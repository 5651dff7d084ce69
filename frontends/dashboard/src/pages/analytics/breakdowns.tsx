import type { Analytics } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { memo } from 'react';
import styles from './analytics-page.module.css';
import { BreakdownPanel, type Choice } from './breakdown-panel';
import type { Kind } from './filter';

/** Where clicks come from, on what, and by whom, which is worth a chart where it is not one kind alone. */
export const Breakdowns = memo(function Breakdowns({
  statistics,
  kind,
}: {
  statistics: Analytics | undefined;
  kind: Kind;
}) {
  const { t } = useTranslation('analytics');
  const choice = (
    key: string,
    label: string,
    dimension: Choice['dimension'],
    rows: Choice['rows'] | undefined,
  ): Choice => ({ key, label, dimension, rows });
  return (
    <div className={styles.grid}>
      <BreakdownPanel
        title={t('audience')}
        kind="share"
        choices={[
          choice('devices', t('devices'), 'device', statistics?.devices),
          ...(kind === 'all' ? [choice('kinds', t('kinds'), 'kind', statistics?.kinds)] : []),
        ]}
      />
      <BreakdownPanel
        title={t('places')}
        kind="bars"
        choices={[
          choice('countries', t('countries'), 'country', statistics?.countries),
          choice('cities', t('cities'), 'city', statistics?.cities),
        ]}
      />
      <BreakdownPanel
        title={t('sources')}
        kind="bars"
        choices={[
          choice('referrers', t('referrers'), 'referrer', statistics?.referrers),
          choice('utm_source', 'utm_source', 'utm', statistics?.utm.source),
          choice('utm_medium', 'utm_medium', 'utm', statistics?.utm.medium),
          choice('utm_campaign', 'utm_campaign', 'utm', statistics?.utm.campaign),
          choice('utm_term', 'utm_term', 'utm', statistics?.utm.term),
          choice('utm_content', 'utm_content', 'utm', statistics?.utm.content),
        ]}
      />
      <BreakdownPanel
        title={t('technology')}
        kind="bars"
        choices={[
          choice('browsers', t('browsers'), 'browser', statistics?.browsers),
          choice('os', t('os'), 'os', statistics?.os),
          choice('languages', t('languages'), 'language', statistics?.languages),
        ]}
      />
    </div>
  );
});
