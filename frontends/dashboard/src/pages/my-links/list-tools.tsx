import { useTranslation } from '@linkway/kit/i18n';
import { Button, Input, Select, Tooltip } from '@linkway/kit/ui';
import { ReloadOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { useEffect, useRef } from 'react';
import type { ListQuery } from './list-query';
import styles from './my-links-page.module.css';
import { useSearchText } from './use-search-text';

interface Props {
  query: ListQuery;
  change: (change: Partial<ListQuery>) => void;
  fetching: boolean;
  refresh: () => void;
}

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Search, status, sort and refresh. `/` goes to the search box. */
export function ListTools({ query, change, fetching, refresh }: Props) {
  const { t } = useTranslation('dashboard');
  const [text, setText] = useSearchText(query.search, (search) => change({ search }));
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
      event.preventDefault();
      box.current?.querySelector('input')?.focus();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);

  return (
    <div className={styles.tools} role="search">
      <div ref={box} className={styles.search}>
        <Input
          type="search"
          prefix={<SearchOutlined />}
          placeholder={t('links.search')}
          aria-label={t('links.search')}
          maxLength={200}
          allowClear
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
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
