import { useTranslation } from '@linkway/kit/i18n';
import { DatePicker, type Dayjs, dayjs, wallTime } from '@linkway/kit/ui/date';
import type { ListQuery } from './list-query';
import styles from './my-links-page.module.css';

interface Props {
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
}

const DAY = 'YYYY-MM-DD';
const dayOf = (date: Dayjs | null): string => date?.format(DAY) ?? '';

/** Two days, both included; either may be left open. The one that would pass the other takes it along. */
export default function CreatedRange({ query: { from, to }, change }: Props) {
  const { t } = useTranslation('my-links');
  const picker = {
    className: styles.day,
    format: 'DD/MM/YYYY',
    disabledDate: (date: Dayjs) => date.isAfter(wallTime(), 'day'),
  };
  return (
    <div className={styles.range} role="group" aria-label={t('created_custom')}>
      <DatePicker
        {...picker}
        aria-label={t('created_from')}
        placeholder={t('created_from')}
        value={from ? dayjs(from) : null}
        onChange={(date) => {
          const day = dayOf(date);
          change({ from: day, to: to && day > to ? day : to });
        }}
      />
      <DatePicker
        {...picker}
        aria-label={t('created_to')}
        placeholder={t('created_to')}
        value={to ? dayjs(to) : null}
        onChange={(date) => {
          const day = dayOf(date);
          change({ to: day, from: day && day < from ? day : from });
        }}
      />
    </div>
  );
}
