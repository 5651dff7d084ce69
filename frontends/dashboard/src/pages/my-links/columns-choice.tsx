import { useTranslation } from '@linkway/kit/i18n';
import { Select } from '@linkway/kit/ui/input';
import styles from './my-links-page.module.css';
import { type ChosenColumns, COLUMNS, type ColumnKey } from './use-columns';

/** Which columns the list shows; the cards of a narrow screen show the same. */
export function ColumnsChoice({ columns: { shown, choose } }: { columns: ChosenColumns }) {
  const { t } = useTranslation(['my-links', 'dashboard']);
  const names: Record<ColumnKey, string> = {
    state: t('state'),
    tags: t('tags_column'),
    campaign: t('campaign_column'),
    domain: t('domain'),
    clicks: t('dashboard:list.clicks'),
    created: t('created'),
    expires: t('expires'),
  };
  return (
    <Select<ColumnKey[]>
      className={styles.columns}
      mode="multiple"
      aria-label={t('columns')}
      placeholder={t('columns_none')}
      showSearch={false}
      // Which they are is told by the list itself.
      maxTagCount={0}
      maxTagPlaceholder={t('columns_shown', { count: shown.length })}
      value={[...shown]}
      options={COLUMNS.map((value) => ({ value, label: names[value] }))}
      onChange={choose}
    />
  );
}
