import type { Analytics } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useBucketNames } from '../../charts/bucket';
import { StatCards } from '../../parts/stat-cards';

/** Total, visitors, clicks per visitor, and the busiest time. */
export function Figures({ statistics }: { statistics: Analytics | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormats();
  const { short } = useBucketNames();
  const peak = statistics?.series.reduce<Analytics['series'][number] | null>(
    (best, point) => (point.clicks > (best?.clicks ?? 0) ? point : best),
    null,
  );
  return (
    <StatCards
      stats={[
        { label: t('analytics.total'), value: statistics?.total },
        { label: t('analytics.unique'), value: statistics?.unique, help: t('analytics.unique_help') },
        {
          label: t('analytics.per_visitor'),
          value: statistics && (statistics.unique === 0 ? 0 : statistics.total / statistics.unique),
          average: true,
        },
        {
          label: t('analytics.peak'),
          value: statistics && (peak ? short(peak.time, statistics.interval) : '–'),
          help: peak ? t('analytics.peak_clicks', { count: peak.clicks, shown: number(peak.clicks) }) : undefined,
        },
      ]}
    />
  );
}
