import { useTranslation } from '@linkway/kit/i18n';
import { DatePicker, dayjs, wallTime } from '@linkway/kit/ui/date';
import styles from './analytics-page.module.css';
import type { Filter } from './filter';

interface Props {
  filter: Filter;
  change: (change: Partial<Filter>) => void;
}

const DAY = 'YYYY-MM-DD';

/** Two days, both included. The one that would pass the other takes it along. */
export default function CustomRange({ filter, change }: Props) {
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
