import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { ListSearch, type ListSearchProps } from '../../list-search/list-search';
import { FILTERS, type ListQuery, SORTS } from './list-query';
import styles from './users-page.module.css';

/** Search, filters, sorting and refresh. */
export function ListTools(props: ListSearchProps<ListQuery>) {
  const { query, change } = props;
  const { t } = useTranslation('users');
  return (
    <ListSearch {...props} t={t}>
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
    </ListSearch>
  );
}
