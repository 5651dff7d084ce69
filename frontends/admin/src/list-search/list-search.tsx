import { Button, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import { SearchField } from '@linkway/kit/ui/input';
import type { ReactNode } from 'react';
import styles from './list-search.module.css';

export interface ListSearchProps<Query> {
  query: Query;
  change: (change: Partial<Query>) => void;
  fetching: boolean;
  refresh: () => void;
}

interface Props extends ListSearchProps<{ search: string }> {
  t: (text: 'search' | 'refresh') => string;
  /** Its filters. */
  children: ReactNode;
}

/** What stands over a list: search and refresh, then the filters. */
export function ListSearch({ t, query, change, fetching, refresh, children }: Props) {
  return (
    <div className={styles.tools} role="search">
      <div>
        <SearchField label={t('search')} value={query.search} onSearch={(search) => change({ search })} />
        <Tooltip title={t('refresh')}>
          <Button icon={<ReloadOutlined spin={fetching} />} aria-label={t('refresh')} onClick={refresh} />
        </Tooltip>
      </div>
      {children}
    </div>
  );
}
