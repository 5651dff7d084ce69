import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Line } from '@linkway/kit/ui/charts';
import { memo, useMemo } from 'react';
import { bucketTick, bucketUnder, openFrom, type Series, useBucketNames } from './bucket';

/** Clicks and visitors over time. */
export default memo(function SeriesChart({ statistics }: { statistics: Series }) {
  const { t, i18n } = useTranslation('dashboard');
  const formats = useFormats();
  const { names } = useBucketNames();
  const points = useMemo(() => {
    const said = names(statistics);
    return statistics.series.map(({ time, clicks, unique }, index) => ({
      name: said[index] ?? '',
      tick: bucketTick(time, statistics.interval, formats),
      under: bucketUnder(time, statistics, formats),
      values: [clicks, unique],
    }));
    // Names change with the language alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [statistics, i18n.language]);
  const lines = useMemo(() => [t('chart.clicks'), t('chart.unique')], [t]);
  return <Line points={points} lines={lines} openFrom={openFrom(statistics)} format={formats.number} />;
});
