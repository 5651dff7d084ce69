import type { LanguageEntry, LanguageText } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button, EmptyState, lazyDialog, PageHead } from '@linkway/kit/ui';
import { SearchOutlined } from '@linkway/kit/ui/icons';
import { Select } from '@linkway/kit/ui/input';
import { DataTable, type Dialog, useDialogs } from '@linkway/kit/ui/table';
import { useRef } from 'react';
import { ListSearch } from '../../../list-search/list-search';
import { useLastPage } from '../../../list-search/use-last-page';
import { LanguageProgress } from '../progress';
import { useTexts } from '../use-languages';
import { useTextColumns } from './text-columns';
import { PAGE_SIZE, STATES, type TextQuery } from './text-query';
import styles from './texts.module.css';

export type TextRow = LanguageText & { id: string };
export interface EditTextProps {
  dialog: Dialog<TextRow>;
  language: LanguageEntry;
}
const EditText = lazyDialog<EditTextProps>(
  () => import('./edit-text'),
  ({ dialog }) => {
    dialog.end();
    dialog.afterClose();
  },
);

interface Props {
  language: LanguageEntry;
  query: TextQuery;
  change: (change: Partial<TextQuery>, how?: { replace?: boolean }) => void;
  onBack: () => void;
}

export const idOf = ({ namespace, key }: LanguageText): string => `${namespace}:${key}`;

/** The texts of one language beside the English ones; those that are missing are marked. */
export function Texts({ language, query, change, onBack }: Props) {
  const { t } = useTranslation('languages');
  const { number } = useFormats();
  const { code, name, built_in, texts_unknown } = language;
  const { data, failure, stale, old, isFetching, refresh } = useTexts(code, query);
  const table = useRef<{ focusRow: (id: string) => void }>(null);
  const dialogs = useDialogs<'edit', TextRow>(({ id }) => table.current?.focusRow(id));
  const edit = built_in ? null : (row: LanguageText) => dialogs.open('edit', { ...row, id: idOf(row) });
  const columns = useTextColumns(language, edit);
  const total = data?.pagination.total ?? 0;
  const namespaces = data?.namespaces ?? [];

  useLastPage(data, old, query.page, change);

  return (
    <>
      <PageHead
        title={t('texts.title', { name })}
        text={built_in ? t('texts.text_built_in') : t('texts.text')}
        action={<Button onClick={onBack}>{t('texts.back')}</Button>}
      />
      <div className={styles.head}>
        <LanguageProgress language={language} />
        {texts_unknown > 0 && <p>{t('texts.unknown', { count: texts_unknown, shown: number(texts_unknown) })}</p>}
      </div>
      <ListSearch
        query={query}
        change={change}
        fetching={isFetching}
        refresh={refresh}
        t={(text) => t(`texts.${text}`)}
      >
        <div className={styles.filters}>
          <Select
            aria-label={t('texts.state.label')}
            value={query.state}
            onChange={(state) => change({ state })}
            options={STATES.map((value) => ({ value, label: t(`texts.state.${value}`) }))}
          />
          <Select
            aria-label={t('texts.namespace')}
            value={query.namespace}
            showSearch
            onChange={(namespace) => change({ namespace })}
            options={[
              { value: '', label: t('texts.all_namespaces') },
              ...[...new Set([...namespaces, ...(query.namespace ? [query.namespace] : [])])].map((value) => ({
                value,
                label: value,
              })),
            ]}
          />
        </div>
      </ListSearch>
      <DataTable
        ref={table}
        label={t('texts.title', { name })}
        columns={columns}
        rows={data?.data}
        rowKey={idOf}
        expected={PAGE_SIZE}
        old={old}
        stale={stale}
        error={failure && { error: failure, title: t('texts.failed'), retry: refresh, busy: isFetching }}
        count={t('texts.count', { count: total, shown: number(total) })}
        paging={{ page: query.page, pageSize: PAGE_SIZE, total, onPage: (page) => change({ page }) }}
        empty={
          <EmptyState
            icon={<SearchOutlined />}
            title={t('texts.none')}
            text={t('texts.none_text')}
            action={
              <Button onClick={() => change({ search: '', state: 'all', namespace: '' })}>{t('texts.clear')}</Button>
            }
          />
        }
      />
      {dialogs.of('edit').map((dialog) => (
        <EditText key={dialog.id} dialog={dialog} language={language} />
      ))}
    </>
  );
}
