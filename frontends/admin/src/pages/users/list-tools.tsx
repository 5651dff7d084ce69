import { useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import { SearchField, Select } from '@linkway/kit/ui/input';
import { FILTERS, type ListQuery, SORTS } from './list-query';
import styles from './users-page.module.css';

interface Props {
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
  fetching: boolean;
  refresh: () => void;
}

/** Search, filters, sorting and refresh. */
export function ListTools({ query, change, fetching, refresh }: Props) {
  const { t } = useTranslation('users');
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
          aria-label={t('column.role')}
          value={query.role}
          onChange={(role) => change({ role })}
          options={FILTERS.role.map((value) => ({ value, label: t(`role_filter.${value}`) }))}
        />
        <Select
          aria-label={t('column.plan')}
          value={query.subscription_type}
          onChange={(subscription_type) => change({ subscription_type })}
          options={FILTERS.subscription_type.map((value) => ({ value, label: t(`plan_filter.${value}`) }))}
        />
        <Select
          aria-label={t('column.status')}
          value={query.status}
          onChange={(status) => change({ status })}
          options={FILTERS.status.map((value) => ({ value, label: t(`status_filter.${value}`) }))}
        />
        <Select
          aria-label={t('sort.label')}
          value={query.sort}
          onChange={(sort) => change({ sort })}
          options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
      </div>
    </div>
  );
}
