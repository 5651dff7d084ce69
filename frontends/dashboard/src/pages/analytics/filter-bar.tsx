import type { Link } from '@linkway/kit/api';
import { lazyPart } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Ghost, Segmented } from '@linkway/kit/ui';
import { Select } from '@linkway/kit/ui/input';
import { memo } from 'react';
import styles from './analytics-page.module.css';
import { type Filter, fits, type IntervalChoice, intervals, type Kind, kinds, type Period } from './filter';
import { LinkPicker } from './link-picker';

// Most are content with a period of the list: the calendar is half as much again as all of the page.
const CustomRange = lazyPart(() => import('./custom-range'), {
  waiting: (
    <div className={styles.range}>
      <Ghost height={32} />
      <Ghost height={32} />
    </div>
  ),
});

interface Props {
  filter: Filter;
  change: (change: Partial<Filter>) => void;
  link: Link | undefined;
  /** There is no link of the filter's id. */
  isGone: boolean;
  /** Whose days they are. */
  zone: string;
}

/** Which link, when, in what steps, and whose clicks. Drawn anew for another choice, not for each answer. */
export const FilterBar = memo(function FilterBar({ filter, change, link, isGone, zone }: Props) {
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
        <span className={styles.zone}>{t('zone', { zone })}</span>
      </div>
    </div>
  );
});
