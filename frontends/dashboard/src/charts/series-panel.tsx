import type { Analytics } from '@linkway/kit/api';
import { lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost } from '../parts/ghost';
import { bucketName } from './bucket';
import { ChartPanel } from './chart-panel';
import styles from './series-panel.module.css';

const SeriesChart = lazyPart(() => import('./series-chart'), { waiting: <Ghost height={300} /> });

interface Props {
  title: string;
  /** undefined: on its way. */
  statistics: Pick<Analytics, 'series' | 'interval'> | undefined;
}

/** Clicks over time, zero where nobody clicked. */
export function SeriesPanel({ title, statistics }: Props) {
  const { t } = useTranslation('dashboard');
  const formats = useFormats();
  return (
    <ChartPanel
      title={title}
      heading={t('chart.time')}
      rows={statistics?.series.map(({ time, clicks, unique }) => ({
        name: bucketName(time, statistics.interval, formats),
        clicks,
        unique,
      }))}
      legend={
        <ul className={styles.legend} aria-label={t('chart.legend')}>
          <li className={styles.clicks}>{t('chart.clicks')}</li>
          <li className={styles.unique}>{t('chart.unique')}</li>
        </ul>
      }
    >
      {statistics && <SeriesChart series={statistics.series} interval={statistics.interval} />}
    </ChartPanel>
  );
}
