import { useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import { SearchField, Select } from '@linkway/kit/ui/input';
import type { Ref } from 'react';
import type { ListQuery } from './list-query';
import styles from './my-links-page.module.css';

export interface ListToolsProps {
  /** Of the search field. */
  box: Ref<HTMLDivElement>;
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
  fetching: boolean;
  refresh: () => void;
}

/** Search, status, sort and refresh. */
export default function ListTools({ box, query, change, fetching, refresh }: ListToolsProps) {
  const { t } = useTranslation(['my-links', 'dashboard']);
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
          aria-label={t('status')}
          value={query.status}
          onChange={(status) => change({ status })}
          options={[
            { value: 'all', label: t('status_all') },
            { value: 'active', label: t('status_active') },
            { value: 'paused', label: t('status_paused') },
          ]}
        />
        <Select
          aria-label={t('sort')}
          value={query.sort}
          onChange={(sort) => change({ sort })}
          options={[
            { value: 'newest', label: t('newest') },
            { value: 'oldest', label: t('oldest') },
          ]}
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
