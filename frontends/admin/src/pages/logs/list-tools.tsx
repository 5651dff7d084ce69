import { useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import { SearchField, Select } from '@linkway/kit/ui/input';
import { type ChangeQuery, FILTERS, type ListQuery } from './list-query';
import styles from './logs-page.module.css';
import { TimeRange } from './time-range';

interface Props {
  query: ListQuery;
  change: ChangeQuery;
  fetching: boolean;
  refresh: () => void;
}

/** Search, refresh and filters. */
export function ListTools({ query, change, fetching, refresh }: Props) {
  const { t } = useTranslation('logs');
  return (
    <div className={styles.tools} role="search">
      <div className={styles.row}>
        <SearchField
          className={styles.search}
          label={t('search')}
          value={query.search}
          onSearch={(search) => change({ search })}
        />
        <Tooltip title={t('refresh')}>
          <Button
            className={styles.refresh}
            icon={<ReloadOutlined spin={fetching} />}
            aria-label={t('refresh')}
            onClick={refresh}
          />
        </Tooltip>
      </div>
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
    </div>
  );
}
