import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import { ListSearch, type ListSearchProps } from '../../list-search/list-search';
import { FILTERS, type ListQuery } from './list-query';
import styles from './orphan-visits-page.module.css';

/** Search, refresh and filters. */
export function ListTools(props: ListSearchProps<ListQuery>) {
  const { query, change } = props;
  const { t } = useTranslation('orphan-visits');
  return (
    <ListSearch {...props} t={t}>
      <div className={styles.filters}>
        <Select
          aria-label={t('column.reason')}
          value={query.reason}
          onChange={(reason) => change({ reason })}
          options={FILTERS.reason.map((value) => ({
            value,
            label: value === 'all' ? t('all_reasons') : t(`reason.${value}`),
          }))}
        />
        <Select
          aria-label={t('period_label')}
          value={query.period}
          onChange={(period) => change({ period })}
          options={FILTERS.period.map((value) => ({ value, label: t(`period.${value}`) }))}
        />
        <Select
          aria-label={t('visitors_label')}
          value={query.bots}
          onChange={(bots) => change({ bots })}
          options={FILTERS.bots.map((value) => ({ value, label: t(`visitors.${value}`) }))}
        />
      </div>
    </ListSearch>
  );
}
