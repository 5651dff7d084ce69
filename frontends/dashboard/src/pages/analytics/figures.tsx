import type { Analytics } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { memo } from 'react';
import { useBucketNames } from '../../charts/bucket';
import { StatCards } from '../../parts/stat-cards';

/** Total, visitors, clicks per visitor, and the busiest time. */
export const Figures = memo(function Figures({ statistics }: { statistics: Analytics | undefined }) {
  const { t } = useTranslation('analytics');
  const { number } = useFormats();
  const { short } = useBucketNames();
  const peak = statistics?.series.reduce<Analytics['series'][number] | null>(
    (best, point) => (point.clicks > (best?.clicks ?? 0) ? point : best),
    null,
  );
  return (
    <StatCards
      stats={[
        { label: t('total'), value: statistics?.total },
        { label: t('unique'), value: statistics?.unique, help: t('unique_help') },
        {
          label: t('per_visitor'),
          value: statistics && (statistics.unique === 0 ? 0 : statistics.total / statistics.unique),
          average: true,
        },
        {
          label: t('peak'),
          value: statistics && (peak ? short(peak.time, statistics.interval) : '–'),
          help: peak ? t('peak_clicks', { count: peak.clicks, shown: number(peak.clicks) }) : undefined,
        },
      ]}
    />
  );
});
