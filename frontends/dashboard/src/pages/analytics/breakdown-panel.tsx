import { lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Ghost, Segmented } from '@linkway/kit/ui';
import { Select } from '@linkway/kit/ui/input';
import { useMemo, useState } from 'react';
import { ChartPanel } from '../../charts/chart-panel';
import { type Dimension, type Reading, readings, useValueName } from '../../charts/readings';
import styles from './analytics-page.module.css';

const BarsChart = lazyPart(() => import('../../charts/bars-chart'), { waiting: <Ghost height={300} /> });
const ShareChart = lazyPart(() => import('../../charts/share-chart'), { waiting: <Ghost height={300} /> });

const BARS = 8;
const SHARES = 5;

export interface Choice {
  key: string;
  label: string;
  dimension: Dimension;
  /** undefined: on its way. */
  rows: readonly { value: string; clicks: number; unique: number; country?: string }[] | undefined;
}

interface Props {
  title: string;
  kind: 'bars' | 'share';
  choices: Choice[];
}

/** One of a few related breakdowns as a chart; the table has all rows, the chart those with the most clicks. */
export function BreakdownPanel({ title, kind, choices }: Props) {
  const { t, i18n } = useTranslation('analytics');
  const nameOf = useValueName();
  const [key, setKey] = useState(choices[0]?.key);
  const chosen = choices.find((choice) => choice.key === key) ?? choices[0];
  const dimension = chosen?.dimension ?? 'utm';
  const source = chosen?.rows;
  const rows = useMemo(
    () => source && readings(known(source, dimension), (row) => nameOf(dimension, row.value, row.country)),
    // The names change with the language alone; the numbers keep their identity until one changes.
    // oxlint-disable-next-line react/exhaustive-deps
    [source, dimension, i18n.language],
  );
  const shown = useMemo(() => rows?.slice(0, kind === 'bars' ? BARS : SHARES) ?? [], [rows, kind]);
  const options = choices.map(({ key: value, label }) => ({ value, label }));

  return (
    <ChartPanel
      title={title}
      heading={chosen?.label ?? title}
      rows={rows}
      empty={dimension === 'utm' ? t('no_utm') : t('no_clicks')}
      choice={
        options.length < 2 ? null : options.length > 3 ? (
          <Select
            className={styles.breakdown}
            aria-label={title}
            value={chosen?.key}
            onChange={setKey}
            options={options}
          />
        ) : (
          <Segmented aria-label={title} value={chosen?.key} onChange={setKey} options={options} />
        )
      }
    >
      {kind === 'bars' ? (
        <BarsChart data={shown} heading={chosen?.label ?? title} />
      ) : (
        <div className={styles.share}>
          <ShareChart data={shown} />
          <Shares rows={shown} />
        </div>
      )}
    </ChartPanel>
  );
}

/** All with one decimal where one of them has it, so that they can be compared at a glance: 50.4%, 40.0%, 9.6%. */
function usePercent(shares: number[]): (share: number) => string {
  const { i18n } = useTranslation('analytics');
  const digits = shares.every((share) => Number.isInteger(Math.round(share * 1_000) / 10)) ? 0 : 1;
  return new Intl.NumberFormat({ en: 'en-US', vi: 'vi-VN' }[i18n.language] ?? i18n.language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format;
}

/** Clicks without a campaign are no value of one. */
const known = (rows: NonNullable<Choice['rows']>, dimension: Dimension) =>
  dimension === 'utm' ? rows.filter(({ value }) => value !== '') : rows;

function Shares({ rows }: { rows: Reading[] }) {
  const { number } = useFormats();
  const total = rows.reduce((sum, { clicks }) => sum + clicks, 0);
  const percent = usePercent(rows.map(({ clicks }) => (total === 0 ? 0 : clicks / total)));
  return (
    <ul className={styles.shares}>
      {rows.map(({ name, clicks }, index) => (
        <li key={name}>
          <span className={styles.dot} style={{ background: `var(--lw-chart-${index + 1})` }} />
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.count}>{number(clicks)}</span>
          <span className={styles.percent}>{percent(total === 0 ? 0 : clicks / total)}</span>
        </li>
      ))}
    </ul>
  );
}
