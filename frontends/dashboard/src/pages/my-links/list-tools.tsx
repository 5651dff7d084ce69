import { errorMessage } from '@linkway/contracts/errors';
import { MAX_SEARCH_LENGTH } from '@linkway/contracts/rules';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { CloseCircleFilled, ReloadOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { Input, Select } from '@linkway/kit/ui/input';
import { type Ref, useId } from 'react';
import type { ListQuery } from './list-query';
import styles from './my-links-page.module.css';
import { useSearchText } from './use-search-text';

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
  const [text, setText] = useSearchText(query.search, (search) => {
    if (search.length <= MAX_SEARCH_LENGTH) change({ search });
  });
  const tooLong = text.trim().length > MAX_SEARCH_LENGTH;
  const note = useId();

  return (
    <div className={styles.tools} role="search">
      <div className={styles.row}>
        <div ref={box} className={styles.search}>
          <Input
            type="search"
            prefix={<SearchOutlined />}
            placeholder={t('search')}
            aria-label={t('search')}
            allowClear={{ clearIcon: <ClearIcon /> }}
            status={tooLong ? 'error' : ''}
            aria-invalid={tooLong || undefined}
            aria-describedby={tooLong ? note : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {tooLong && (
            <p id={note} className={styles.tooLong} role="alert">
              {errorMessage('request.field_too_long', currentLanguage())}
            </p>
          )}
        </div>
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

/** It names the button that it is in, which has no words. */
function ClearIcon() {
  const { t } = useTranslation(['my-links', 'dashboard']);
  return (
    <>
      <CloseCircleFilled />
      <span className="lw-visually-hidden">{t('clear_search')}</span>
    </>
  );
}
