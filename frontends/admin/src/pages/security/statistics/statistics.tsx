import { ErrorCard, lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost, Panel, Segmented, StaleNotice } from '@linkway/kit/ui';
import { useState } from 'react';
import { type Period, useStatistics } from '../use-threats';
import styles from './statistics.module.css';

const HEIGHT = 240;
const StatisticsChart = lazyPart(() => import('./statistics-chart'), { waiting: <Ghost height={HEIGHT} /> });

const NOW = ['active_threats', 'blocked_addresses'] as const;
const LATELY = ['detected_threats', 'failed_sign_ins', 'lock_outs', 'registrations'] as const;
const LINES = ['failed_sign_ins', 'registrations', 'lock_outs'] as const;

/** Numbers of the last hours or days, which are those of UTC. */
export function Statistics() {
  const { t } = useTranslation('security');
  const { number } = useFormats();
  const [period, setPeriod] = useState<Period>('24h');
  const { data, failure, stale, old, isFetching, refresh } = useStatistics(period);
  const names = data?.series.map(({ start }) => (data.period === '24h' ? hourOf(start) : dayOf(start))) ?? [];
  const lines = LINES.map((name) => t(`statistics.${name}`));
  const figure = (name: (typeof NOW)[number] | (typeof LATELY)[number], when: string) => (
    <div key={name} className={styles.figure}>
      <dt>{t(`statistics.${name}`)}</dt>
      <dd className={styles.value}>{data ? number(data[name]) : <Ghost width={56} height={28} />}</dd>
      <dd className={styles.when}>{when}</dd>
    </div>
  );
  return (
    <Panel
      title={t('statistics.title')}
      extra={
        <Segmented<Period>
          aria-label={t('statistics.period')}
          value={period}
          onChange={setPeriod}
          options={(['24h', '7d'] as const).map((value) => ({ value, label: t(`statistics.periods.${value}`) }))}
        />
      }
    >
      <StaleNotice stale={stale} />
      {!data && failure ? (
        <ErrorCard error={failure} title={t('statistics.not_loaded')} retry={refresh} busy={isFetching} />
      ) : (
        <div className={old ? styles.old : undefined} aria-busy={old}>
          <dl className={styles.figures}>
            {NOW.map((name) => figure(name, t('statistics.now')))}
            {LATELY.map((name) => figure(name, t(`statistics.periods.${data?.period ?? period}`)))}
          </dl>
          <p className={styles.when}>{t('statistics.utc')}</p>
          <ul className={styles.legend} aria-hidden="true">
            {lines.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <div className={styles.chart} aria-hidden="true">
            {data ? <StatisticsChart series={data.series} names={names} lines={lines} /> : <Ghost height={HEIGHT} />}
          </div>
          {data && (
            <div className="lw-visually-hidden">
              <table>
                <caption>{t('statistics.chart')}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t(data.period === '24h' ? 'statistics.hour' : 'statistics.day')}</th>
                    {lines.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.series.map((bucket, index) => (
                    <tr key={bucket.start}>
                      <th scope="row">{names[index]}</th>
                      {LINES.map((name) => (
                        <td key={name}>{number(bucket[name])}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}

/** HH:mm of UTC. */
const hourOf = (start: string): string => start.slice(11, 16);
/** dd/MM of UTC. */
const dayOf = (start: string): string => `${start.slice(8, 10)}/${start.slice(5, 7)}`;
