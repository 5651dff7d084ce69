import type { AdminUser } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button, EmptyState, lazyDialog, PageHead } from '@linkway/kit/ui';
import { SearchOutlined, TeamOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useLastPage } from '../../list-search/use-last-page';
import { type ListQuery, PAGE_SIZE, useListQuery } from './list-query';
import { ListTools } from './list-tools';
import { useUsers } from './use-users';
import { useUserColumns } from './user-columns';
import styles from './users-page.module.css';

export interface UserDialogProps {
  dialog: Dialog<AdminUser>;
}
const ended = ({ dialog }: UserDialogProps): void => {
  dialog.end();
  dialog.afterClose();
};
// People are looked at first.
const UserDetails = lazyDialog<UserDialogProps>(() => import('./user-details'), ended);
const ChangeStatus = lazyDialog<UserDialogProps & { to: 'active' | 'disabled' | 'suspended' }>(
  () => import('./change-status'),
  ended,
);
const ChangeRole = lazyDialog<UserDialogProps>(() => import('./change-role'), ended);
const Impersonate = lazyDialog<UserDialogProps>(() => import('./impersonate'), ended);
const DeleteUser = lazyDialog<UserDialogProps>(() => import('./delete-user'), ended);
const ChangePlan = lazyDialog<UserDialogProps>(() => import('./change-plan'), ended);

const STATUSES = ['active', 'disabled', 'suspended'] as const;

export default function UsersPage() {
  const { t } = useTranslation('users');
  const { number } = useFormats();
  const session = useSession();
  const [query, change] = useListQuery();
  const { data, failure, stale, old, isFetching, refresh } = useUsers(query);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<
    'details' | 'role' | 'plan' | 'impersonate' | 'delete' | (typeof STATUSES)[number],
    AdminUser
  >(({ id }) => table.current?.focusRow(id));
  const columns = useUserColumns({
    own: session.state === 'signed-in' ? session.me.id : '',
    open: dialogs.open,
  });
  // What is shown may still be the answer to what was asked before.
  const filtered = data?.filtered ?? false;
  const total = data?.pagination.total ?? 0;
  const clear = (): void => change({ search: '', role: 'all', subscription_type: 'all', status: 'all' });

  useLastPage(data, old, query.page, change);

  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      {data && (
        <p className={styles.banner} role="status">
          <TeamOutlined />{' '}
          {filtered
            ? t('banner_filtered', { count: total, shown: number(total) })
            : t('banner', { count: total, shown: number(total) })}
        </p>
      )}
      <ListTools query={query} change={change} fetching={isFetching} refresh={refresh} />
      <DataTable
        ref={table}
        label={t('page.title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={PAGE_SIZE}
        old={old}
        error={
          failure && {
            error: failure,
            title: isForbidden(failure) ? t('no_permission') : t('failed'),
            retry: refresh,
            busy: isFetching,
          }
        }
        stale={stale}
        sort={query.sort}
        onSort={(sort) => change({ sort: sort as ListQuery['sort'] })}
        count={t('count', { count: total, shown: number(total) })}
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={filtered ? <SearchOutlined /> : <TeamOutlined />}
            title={filtered ? t('none_found') : t('empty')}
            text={t('causes')}
            action={
              <>
                <ul className={styles.causes}>
                  {filtered ? (
                    <>
                      <li>{t('cause.search')}</li>
                      <li>{t('cause.filters')}</li>
                      <li>{t('cause.other_address')}</li>
                    </>
                  ) : (
                    <>
                      <li>{t('cause.nobody')}</li>
                      <li>{t('cause.database')}</li>
                    </>
                  )}
                </ul>
                {filtered ? (
                  <Button onClick={clear}>{t('clear')}</Button>
                ) : (
                  <Button onClick={refresh}>{t('refresh')}</Button>
                )}
              </>
            }
          />
        }
      />
      {dialogs.of('details').map((dialog) => (
        <UserDetails key={dialog.id} dialog={dialog} />
      ))}
      {STATUSES.flatMap((to) =>
        dialogs.of(to).map((dialog) => <ChangeStatus key={dialog.id} dialog={dialog} to={to} />),
      )}
      {dialogs.of('role').map((dialog) => (
        <ChangeRole key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('impersonate').map((dialog) => (
        <Impersonate key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteUser key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('plan').map((dialog) => (
        <ChangePlan key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}

const FORBIDDEN = 403;
const isForbidden = (error: Error): boolean => (error as Partial<{ status: number }>).status === FORBIDDEN;
