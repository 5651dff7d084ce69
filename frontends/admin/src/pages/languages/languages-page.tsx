import { asProblem, type LanguageEntry } from '@linkway/kit/api';
import { ErrorCard, toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Ghost, lazyDialog, PageHead } from '@linkway/kit/ui';
import { PlusOutlined } from '@linkway/kit/ui/icons';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef, useState } from 'react';
import { useLanguageColumns } from './language-columns';
import { useTextQuery } from './texts/text-query';
import { Texts } from './texts/texts';
import { exportLanguage, useLanguageActs, useLanguages } from './use-languages';

/** A language as a dialog knows it. */
export type Row = LanguageEntry & { id: string };
export interface LanguageDialogProps {
  dialog: Dialog<Row>;
}
const ended = ({ dialog }: { dialog: Dialog<unknown> }): void => {
  dialog.end();
  dialog.afterClose();
};
const AddLanguage = lazyDialog<{ dialog: Dialog<{ id: string }> }>(() => import('./add-language'), ended);
const ImportLanguage = lazyDialog<LanguageDialogProps>(() => import('./import-language'), ended);
const DeleteLanguage = lazyDialog<LanguageDialogProps>(() => import('./delete-language'), ended);

const NEW = { id: 'new' };
/** At least so many there are. */
const EXPECTED = 2;

export default function LanguagesPage() {
  const { t } = useTranslation('languages');
  const { data, failure, stale, isFetching, refresh } = useLanguages();
  const { language, query, change, open, close } = useTextQuery();
  const { change: changeLanguage } = useLanguageActs();
  const [busy, setBusy] = useState<string | null>(null);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'import' | 'delete', Row>(({ id }) => table.current?.focusRow(id));
  const adding = useDialogs<'add', { id: string }>();
  const shown = data?.data.find(({ code }) => code === language);

  const act = async (code: string, failed: string, work: () => Promise<unknown>): Promise<void> => {
    setBusy(code);
    try {
      await work();
    } catch (error) {
      toast(`${failed}: ${asProblem(error).detail}`, { kind: 'error' });
    } finally {
      setBusy(null);
    }
  };
  const columns = useLanguageColumns({
    busy,
    open,
    dialog: (kind, row) => dialogs.open(kind, { ...row, id: row.code }),
    offer: ({ code, name, is_active }) =>
      void act(code, t('not_changed'), async () => {
        await changeLanguage(code, { is_active: !is_active });
        toast(is_active ? t('withdrawn', { name }) : t('offered', { name }));
      }),
    save: ({ code }) => void act(code, t('not_exported'), () => exportLanguage(code)),
  });

  if (language !== null && !data && !failure) return <Ghost height={420} />;
  if (language !== null && failure)
    return <ErrorCard error={failure} title={t('failed')} retry={refresh} busy={isFetching} />;
  if (shown) return <Texts key={shown.code} language={shown} query={query} change={change} onBack={close} />;
  return (
    <>
      <PageHead
        title={t('page.title')}
        text={t('page.text')}
        action={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => adding.open('add', NEW)}>
            {t('add.open')}
          </Button>
        }
      />
      <DataTable
        ref={table}
        label={t('page.title')}
        columns={columns}
        rows={data?.data}
        rowKey={({ code }) => code}
        expected={EXPECTED}
        stale={stale}
        error={failure && { error: failure, title: t('failed'), retry: refresh, busy: isFetching }}
        empty={null}
      />
      {adding.of('add').map((dialog) => (
        <AddLanguage key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('import').map((dialog) => (
        <ImportLanguage key={dialog.id} dialog={dialog} />
      ))}
      {dialogs.of('delete').map((dialog) => (
        <DeleteLanguage key={dialog.id} dialog={dialog} />
      ))}
    </>
  );
}
