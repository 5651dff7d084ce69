import type { LanguageEntry } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import {
  CheckOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  ExportOutlined,
  EyeOutlined,
  PauseOutlined,
  SearchOutlined,
} from '@linkway/kit/ui/icons';
import { type Column, RowMenu } from '@linkway/kit/ui/table';
import styles from './languages-page.module.css';
import { LanguageProgress } from './progress';

interface Props {
  /** The code of what is being changed. */
  busy: string | null;
  open: (code: string, state?: 'missing') => void;
  dialog: (kind: 'import' | 'delete', language: LanguageEntry) => void;
  offer: (language: LanguageEntry) => void;
  save: (language: LanguageEntry) => void;
}

/** What the list shows of a language. */
export function useLanguageColumns(acts: Props): Column<LanguageEntry>[] {
  const { t } = useTranslation('languages');
  const { dateTime } = useFormats();
  return [
    {
      key: 'name',
      title: t('column.name'),
      main: true,
      minWidth: 180,
      render: ({ code, name }) => (
        <button type="button" className={styles.open} onClick={() => acts.open(code)}>
          <strong lang={code}>{name}</strong> <code className={styles.code}>{code}</code>
        </button>
      ),
    },
    {
      key: 'progress',
      title: t('column.progress'),
      minWidth: 220,
      card: 'line',
      render: (language) => <LanguageProgress language={language} />,
    },
    {
      key: 'status',
      title: t('column.status'),
      minWidth: 130,
      card: 'line',
      render: ({ built_in, is_active }) => {
        const status = built_in ? 'built_in' : is_active ? 'active' : 'inactive';
        return <span className={`${styles.status} ${styles[status]}`}>{t(`status.${status}`)}</span>;
      },
    },
    {
      key: 'updated',
      title: t('column.updated'),
      minWidth: 150,
      under: 'status',
      render: ({ updated_at }) =>
        updated_at ? (
          <span className={styles.date}>{dateTime(updated_at)}</span>
        ) : (
          <span className={styles.muted}>–</span>
        ),
    },
    {
      key: 'actions',
      title: t('column.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 2 },
      card: 'actions',
      render: (language) => <Actions language={language} {...acts} />,
    },
  ];
}

function Actions({ language, busy, open, dialog, offer, save }: Props & { language: LanguageEntry }) {
  const { t } = useTranslation('languages');
  const { code, name, built_in, is_active } = language;
  const refused = built_in ? t('built_in') : undefined;
  return (
    <span className={styles.actions}>
      <ActionTooltip title={t('texts.open')}>
        <Button
          type="text"
          icon={built_in ? <EyeOutlined /> : <EditOutlined />}
          aria-label={t('texts.open_of', { name })}
          onClick={() => open(code)}
        />
      </ActionTooltip>
      <RowMenu
        name={name}
        items={[
          { key: 'texts', icon: <EyeOutlined />, label: t('texts.open'), run: () => open(code) },
          {
            key: 'missing',
            icon: <SearchOutlined />,
            label: t('texts.open_missing'),
            refused,
            run: () => open(code, 'missing'),
          },
          { key: 'export', icon: <DownloadOutlined />, label: t('export'), run: () => save(language) },
          {
            key: 'import',
            icon: <ExportOutlined />,
            label: t('import.open'),
            refused,
            run: () => dialog('import', language),
          },
          {
            key: 'offer',
            apart: true,
            icon: is_active ? <PauseOutlined /> : <CheckOutlined />,
            label: is_active ? t('withdraw') : t('offer'),
            refused: busy === code ? t('busy') : refused,
            run: () => offer(language),
          },
          {
            key: 'delete',
            danger: true,
            icon: <DeleteOutlined />,
            label: t('delete.confirm'),
            refused,
            run: () => dialog('delete', language),
          },
        ]}
      />
    </span>
  );
}
