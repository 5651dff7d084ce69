import { errorMessage } from '@linkway/contracts/errors';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { Button, Tooltip } from '@linkway/kit/ui';
import { CloseCircleFilled, ReloadOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { Input, Select } from '@linkway/kit/ui/input';
import { type Ref, useId } from 'react';
import type { ListQuery } from './list-query';
import styles from './my-links-page.module.css';
import { useSearchText } from './use-search-text';

/** As the contract has it. */
const MAX_SEARCH = 1000;

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
  const { t } = useTranslation('dashboard');
  const [text, setText] = useSearchText(query.search, (search) => {
    if (search.length <= MAX_SEARCH) change({ search });
  });
  const tooLong = text.trim().length > MAX_SEARCH;
  const note = useId();

  return (
    <div className={styles.tools} role="search">
      <div ref={box} className={styles.search}>
        <Input
          type="search"
          prefix={<SearchOutlined />}
          placeholder={t('links.search')}
          aria-label={t('links.search')}
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
        className={styles.select}
        aria-label={t('links.status')}
        value={query.status}
        onChange={(status) => change({ status })}
        options={[
          { value: 'all', label: t('links.status_all') },
          { value: 'active', label: t('links.status_active') },
          { value: 'paused', label: t('links.status_paused') },
        ]}
      />
      <Select
        className={styles.select}
        aria-label={t('links.sort')}
        value={query.sort}
        onChange={(sort) => change({ sort })}
        options={[
          { value: 'newest', label: t('links.newest') },
          { value: 'oldest', label: t('links.oldest') },
        ]}
      />
      <Tooltip title={t('refresh')}>
        <Button icon={<ReloadOutlined spin={fetching} />} aria-label={t('refresh')} onClick={refresh} />
      </Tooltip>
    </div>
  );
}

/** It names the button that it is in, which has no words. */
function ClearIcon() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <CloseCircleFilled />
      <span className="lw-visually-hidden">{t('links.clear_search')}</span>
    </>
  );
}
