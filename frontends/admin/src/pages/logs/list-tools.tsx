import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { ListSearch, type ListSearchProps } from '../../list-search/list-search';
import { FILTERS, type ListQuery } from './list-query';
import styles from './logs-page.module.css';
import { TimeRange } from './time-range';

/** Search, refresh and filters. */
export function ListTools(props: ListSearchProps<ListQuery>) {
  const { query, change } = props;
  const { t } = useTranslation('logs');
  return (
    <ListSearch {...props} t={t}>
      <div className={styles.filters}>
        <Select
          aria-label={t('column.level')}
          value={query.level}
          onChange={(level) => change({ level })}
          options={FILTERS.level.map((value) => ({
            value,
            label: value === 'all' ? t('all_levels') : t(`level.${value}`),
          }))}
        />
        <Select
          aria-label={t('column.module')}
          value={query.module}
          onChange={(module) => change({ module })}
          options={FILTERS.module.map((value) => ({
            value,
            label: value === 'all' ? t('all_modules') : t(`module.${value}`),
          }))}
        />
        <TimeRange query={query} change={change} />
      </div>
    </ListSearch>
  );
}
