import type { LanguageEntry, LanguageText } from '@linkway/kit/api';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { errorMessage, isErrorCode } from '@linkway/kit/ui/form';
import { EditOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import styles from './texts.module.css';

/** `edit`: null where nothing can be changed. */
export function useTextColumns(
  { code }: LanguageEntry,
  edit: ((row: LanguageText) => void) | null,
): Column<LanguageText>[] {
  const { t } = useTranslation('languages');
  const columns: Column<LanguageText>[] = [
    {
      key: 'english',
      title: t('texts.english'),
      main: true,
      minWidth: 240,
      render: ({ namespace, key, english }) => (
        <>
          <div className={english === null ? styles.unknown : styles.text} lang="en">
            {english ?? t('texts.not_in_release')}
          </div>
          <code className={styles.key}>{`${namespace}:${key}`}</code>
        </>
      ),
    },
    {
      key: 'text',
      title: t('texts.translation'),
      minWidth: 240,
      card: 'line',
      render: ({ text, fault }) => (
        <>
          {text === null ? (
            <span className={styles.missing}>{t('texts.missing')}</span>
          ) : (
            <div className={styles.text} lang={code}>
              {text}
            </div>
          )}
          {fault !== null && (
            <div className={styles.missing}>
              {t('texts.not_shown', { reason: isErrorCode(fault) ? errorMessage(fault, currentLanguage()) : fault })}
            </div>
          )}
        </>
      ),
    },
  ];
  if (!edit) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      title: t('column.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 1 },
      card: 'actions',
      render: (row) => (
        <ActionTooltip title={t('texts.edit')}>
          <Button
            type="text"
            icon={<EditOutlined />}
            aria-label={t('texts.edit_of', { key: `${row.namespace}:${row.key}` })}
            onClick={() => edit(row)}
          />
        </ActionTooltip>
      ),
    },
  ];
}
