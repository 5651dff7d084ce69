import type { AdminDomain } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { lazyDialog, PageHead } from '@linkway/kit/ui';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { useDomainColumns } from './domain-columns';
import { useDomains } from './use-domains';

export interface DomainDialogProps {
  dialog: Dialog<AdminDomain>;
}
const EditAddresses = lazyDialog<DomainDialogProps>(
  () => import('./edit-addresses'),
  ({ dialog }) => {
    dialog.end();
    dialog.afterClose();
  },
);

/** The domains that links are on, and where each leads by itself. */
export default function DomainsPage() {
  const { t } = useTranslation('domains');
  const { data, failure, stale, isFetching, refresh } = useDomains();
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'edit', AdminDomain>(({ id }) => table.current?.focusRow(id));
  const columns = useDomainColumns((domain) => dialogs.open('edit', domain));
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')} />
      <DataTable
        ref={table}
        label={t('page.title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        expected={1}
        stale={stale}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        empty={null}
      />
      {dialogs.of('edit').map((dialog) => (
        <EditAddresses key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}
