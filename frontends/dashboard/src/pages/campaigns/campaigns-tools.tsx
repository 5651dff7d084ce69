import { useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import { SearchField, Select } from '@linkway/kit/ui/input';
import type { Ref } from 'react';
import styles from './campaigns-page.module.css';
import { type ListQuery, SORTS, STATUS_FILTERS } from './list-query';

interface Props {
  /** Of the search field. */
  box: Ref<HTMLDivElement>;
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
  fetching: boolean;
  refresh: () => void;
}

/** Search, status, order and refresh. */
export default function CampaignsTools({ box, query, change, fetching, refresh }: Props) {
  const { t } = useTranslation(['campaigns', 'dashboard']);
  return (
    <div className={styles.tools} role="search">
      <div className={styles.row}>
        <SearchField
          ref={box}
          className={styles.search}
          label={t('search')}
          value={query.search}
          onSearch={(search) => change({ search })}
        />
        <Select
          aria-label={t('column.status')}
          value={query.status}
          onChange={(status) => change({ status })}
          options={STATUS_FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t('status_all') : t(`status.${value}`),
          }))}
        />
        <Select
          aria-label={t('sort.label')}
          value={query.sort}
          onChange={(sort) => change({ sort })}
          options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        />
        <Tooltip title={t('dashboard:refresh')}>
          <Button
            className={styles.refresh}
            icon={<ReloadOutlined spin={fetching} />}
            aria-label={t('dashboard:refresh')}
            onClick={refresh}
          />
        </Tooltip>
      </div>
    </div>
  );
}
