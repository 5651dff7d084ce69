import { lazyPart } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Ghost } from '@linkway/kit/ui';
import { memo } from 'react';
import { openFrom, type Series, useBucketNames } from './bucket';
import { ChartPanel } from './chart-panel';
import styles from './series-panel.module.css';

const SeriesChart = lazyPart(() => import('./series-chart'), { waiting: <Ghost height={300} /> });

/** For a page that begins with a chart: it is fetched together with its figures. */
export const fetchSeriesChart = SeriesChart.fetch;

interface Props {
  title: string;
  /** undefined: on its way. */
  statistics: Series | undefined;
}

/** Clicks over time, zero where nobody clicked. */
export const SeriesPanel = memo(function SeriesPanel({ title, statistics }: Props) {
  const { t } = useTranslation('dashboard');
  const names = useBucketNames().names;
  const said = statistics && names(statistics);
  return (
    <ChartPanel
      title={title}
      heading={t('chart.time')}
      rows={statistics?.series.map(({ clicks, unique }, index) => ({ name: said?.[index] ?? '', clicks, unique }))}
      legend={
        <ul className={styles.legend} aria-label={t('chart.legend')}>
          <li className={styles.clicks}>{t('chart.clicks')}</li>
          <li className={styles.unique}>{t('chart.unique')}</li>
          {statistics && openFrom(statistics) !== null && <li className={styles.open}>{t('chart.open')}</li>}
        </ul>
      }
    >
      {statistics && <SeriesChart statistics={statistics} />}
    </ChartPanel>
  );
});
