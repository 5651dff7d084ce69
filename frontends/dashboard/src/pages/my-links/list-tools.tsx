import { lazyPart } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined } from '@linkway/kit/ui/icons';
import { SearchField, Select } from '@linkway/kit/ui/input';
import type { Ref } from 'react';
import { CampaignSelect } from '../../parts/campaign-select';
import { ColumnsChoice } from './columns-choice';
import { CREATED, type Created, type ListQuery } from './list-query';
import styles from './my-links-page.module.css';
import { TagsFilter } from './tags-filter';
import type { ChosenColumns } from './use-columns';

// Most are content with a period of the list, and the calendar is large.
const CreatedRange = lazyPart(() => import('./created-range'), {
  waiting: (
    <div className={styles.range}>
      <Ghost height={32} />
      <Ghost height={32} />
    </div>
  ),
});

export interface ListToolsProps {
  /** Of the search field. */
  box: Ref<HTMLDivElement>;
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
  columns: ChosenColumns;
  fetching: boolean;
  refresh: () => void;
}

/** Search, status, sort and refresh; tags, campaign, the time of creation, and what the list shows. */
export default function ListTools({ box, query, change, columns, fetching, refresh }: ListToolsProps) {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const createdNames: Record<Created, string> = {
    any: t('created_any'),
    today: t('created_today'),
    '7d': t('created_7d'),
    '30d': t('created_30d'),
    '90d': t('created_90d'),
    custom: t('created_custom'),
  };
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
            { value: 'most_clicks', label: t('most_clicks') },
            { value: 'fewest_clicks', label: t('fewest_clicks') },
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
        <div className={styles.groupFilters}>
          <TagsFilter query={query} change={change} />
          <CampaignSelect
            aria-label={t('campaign')}
            placeholder={t('campaign_all')}
            brief
            value={query.campaign || null}
            onChange={(campaign) => change({ campaign: campaign ?? '' })}
          />
        </div>
        <Select<Created>
          className={styles.created}
          aria-label={t('created_when')}
          value={query.created}
          onChange={(created) => change({ created })}
          options={CREATED.map((value) => ({ value, label: createdNames[value] }))}
        />
        <ColumnsChoice columns={columns} />
        {query.created === 'custom' && <CreatedRange query={query} change={change} />}
      </div>
    </div>
  );
}
