import type { Link } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Segmented } from '@linkway/kit/ui';
import { DatePicker, dayjs, wallTime } from '@linkway/kit/ui/date';
import { Select } from '@linkway/kit/ui/input';
import { timezone } from '../../data/queries';
import styles from './analytics-page.module.css';
import { type Filter, fits, type IntervalChoice, intervals, type Kind, kinds, type Period } from './filter';
import { LinkPicker } from './link-picker';

interface Props {
  filter: Filter;
  change: (change: Partial<Filter>) => void;
  link: Link | undefined;
  /** There is no link of the filter's id. */
  isGone: boolean;
}

/** Which link, when, in what steps, and whose clicks. */
export function FilterBar({ filter, change, link, isGone }: Props) {
  const { t } = useTranslation('analytics');
  const periodNames: [Period, string][] = [
    ['24h', t('period_24h')],
    ['7d', t('period_7d')],
    ['30d', t('period_30d')],
    ['90d', t('period_90d')],
    ['12m', t('period_12m')],
    ['custom', t('period_custom')],
  ];
  const intervalNames: Record<IntervalChoice, string> = {
    auto: t('interval_auto'),
    hour: t('interval_hour'),
    day: t('interval_day'),
    week: t('interval_week'),
    month: t('interval_month'),
  };
  const kindNames: Record<Kind, string> = {
    human: t('kind_human'),
    bot: t('kind_bot'),
    all: t('kind_all'),
  };
  return (
    <div className={styles.filter}>
      <div className={styles.choices}>
        <LinkPicker link={filter.link} chosen={link} isGone={isGone} onChoose={(id) => change({ link: id })} />
        <Select<Period>
          aria-label={t('period')}
          value={filter.period}
          onChange={(period) => change({ period })}
          options={periodNames.map(([value, label]) => ({ value, label }))}
        />
        <Select<IntervalChoice>
          aria-label={t('interval')}
          value={filter.interval}
          onChange={(interval) => change({ interval })}
          options={intervals.map((value) => ({
            value,
            label: intervalNames[value],
            disabled: !fits(value, filter),
          }))}
        />
        <Segmented<Kind>
          className={styles.kind}
          aria-label={t('kind')}
          value={filter.kind}
          onChange={(kind) => change({ kind })}
          options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        />
        {filter.period === 'custom' && <CustomRange filter={filter} change={change} />}
        <span className={styles.zone}>{t('zone', { zone: timezone() })}</span>
      </div>
    </div>
  );
}

const DAY = 'YYYY-MM-DD';

/** Two days, both included. The one that would pass the other takes it along. */
function CustomRange({ filter, change }: Pick<Props, 'filter' | 'change'>) {
  const { t } = useTranslation('analytics');
  const { from, to } = filter;
  return (
    <div className={styles.range}>
      <DatePicker
        aria-label={t('from')}
        format="DD/MM/YYYY"
        allowClear={false}
        value={dayjs(from)}
        disabledDate={(date) => date.isAfter(wallTime(), 'day')}
        onChange={(date) => {
          const picked = date?.format(DAY) ?? from;
          change({ from: picked, to: picked > to ? picked : to });
        }}
      />
      <DatePicker
        aria-label={t('to')}
        format="DD/MM/YYYY"
        allowClear={false}
        value={dayjs(to)}
        disabledDate={(date) => date.isAfter(wallTime(), 'day')}
        onChange={(date) => {
          const picked = date?.format(DAY) ?? to;
          change({ to: picked, from: picked < from ? picked : from });
        }}
      />
    </div>
  );
}
