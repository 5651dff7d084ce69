import { MOST_BY_PAGE } from '@linkway/contracts/rules';
import type { Link } from '@linkway/kit/api';
import { ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { openTab } from '@linkway/kit/router';
import { Button, PageHead } from '@linkway/kit/ui';
import { LinkOutlined, PlusOutlined, SearchOutlined } from '@linkway/kit/ui/icons';
import { Pagination } from '@linkway/kit/ui/table';
import { useEffect } from 'react';
import { useEnds } from '../../data/link-state';
import { EmptyState } from '../../parts/empty-state';
import { useSmallScreen } from '../../parts/use-small-screen';
import { DeleteLink } from './delete-link';
import { EditDrawer } from './edit-drawer';
import { LinkCards } from './link-cards';
import { LinkTable } from './link-table';
import { PAGE_SIZE, useListQuery } from './list-query';
import { ListTools } from './list-tools';
import styles from './my-links-page.module.css';
import { useLinkDialogs } from './use-link-dialogs';
import { useLinks } from './use-links';
import { usePause } from './use-pause';

export default function MyLinksPage() {
  const { t } = useTranslation('dashboard');
  const [query, change] = useListQuery();
  const { data, error, isFetching, isPlaceholderData, refetch } = useLinks(query);
  useEnds(data?.data);
  const dialogs = useLinkDialogs();
  const pause = usePause();
  const small = useSmallScreen();
  const { number } = useFormats();
  const filtered = query.search !== '' || query.status !== 'all';
  const lastPage = data?.pagination.total_pages ?? 0;
  const total = data?.pagination.total ?? 0;
  const shown = { count: total, shown: number(total) };

  // The last link of the last page was deleted: the page before it is the last one now.
  useEffect(() => {
    if (data && !isPlaceholderData && data.data.length === 0 && query.page > Math.max(1, lastPage))
      change({ page: Math.max(1, lastPage) });
  });

  const actions = { pause: (link: Link) => void pause(link), edit: dialogs.edit, remove: dialogs.remove };
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => openTab('create')}>
      {t('create_link')}
    </Button>
  );

  return (
    <>
      <PageHead title={t('links.title')} text={t('links.text')} action={create} />
      <ListTools query={query} change={change} fetching={isFetching} refresh={() => void refetch()} />
      {error && !data ? (
        <ErrorCard error={error} title={t('links.failed')} retry={() => void refetch()} />
      ) : data?.data.length === 0 && !isPlaceholderData ? (
        filtered ? (
          <EmptyState
            icon={<SearchOutlined />}
            title={t('links.none_found')}
            text={t('links.none_found_text')}
            action={<Button onClick={() => change({ search: '', status: 'all' })}>{t('links.clear')}</Button>}
          />
        ) : (
          <EmptyState icon={<LinkOutlined />} title={t('links.empty')} text={t('links.empty_text')} action={create} />
        )
      ) : (
        <div className={isPlaceholderData ? styles.old : undefined} aria-busy={!data || isPlaceholderData}>
          {small ? <LinkCards links={data?.data} {...actions} /> : <LinkTable links={data?.data} {...actions} />}
          {data && (
            <footer className={styles.footer}>
              <span className={styles.count}>
                {data.pagination.total_is_least ? t('links.count_least', shown) : t('links.count', shown)}
              </span>
              <Pagination
                hideOnSinglePage
                current={query.page}
                pageSize={PAGE_SIZE}
                total={Math.min(total, MOST_BY_PAGE)}
                showSizeChanger={false}
                size={small ? 'small' : undefined}
                onChange={(page) => change({ page })}
              />
            </footer>
          )}
        </div>
      )}
      {dialogs.of('edit').map((dialog) => (
        <EditDrawer key={dialog.id} {...dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteLink key={dialog.id} {...dialog} />
      ))}
    </>
  );
}
