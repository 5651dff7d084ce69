import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { ListSearch, type ListSearchProps } from '../../list-search/list-search';
import styles from './guest-links-page.module.css';
import { FILTERS, type ListQuery, SORTS } from './list-query';

/** The card of filters: search, refresh, and what the list is of. */
export function ListTools(props: ListSearchProps<ListQuery>) {
  const { query, change } = props;
  const { t } = useTranslation('guest-links');
  return (
    <div className={styles.card}>
      <ListSearch {...props} t={t}>
        <div className={styles.filters}>
          <Select
            aria-label={t('created.label')}
            value={query.created}
            onChange={(created) => change({ created })}
            options={FILTERS.created.map((value) => ({ value, label: t(`created.${value}`) }))}
          />
          <Select
            aria-label={t('clicks.label')}
            value={query.clicks}
            onChange={(clicks) => change({ clicks })}
            options={FILTERS.clicks.map((value) => ({ value, label: t(`clicks.${value}`) }))}
          />
          <Select
            aria-label={t('expired.label')}
            value={query.expired}
            onChange={(expired) => change({ expired })}
            options={FILTERS.expired.map((value) => ({ value, label: t(`expired.${value}`) }))}
          />
          <Select
            aria-label={t('sort.label')}
            value={query.sort}
            onChange={(sort) => change({ sort })}
            options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          />
        </div>
      </ListSearch>
    </div>
  );
}
