import type { AdminDomain } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { EditOutlined } from '@linkway/kit/ui/icons';
import type { Column } from '@linkway/kit/ui/table';
import { type AddressField, addressFields } from './address-form';
import styles from './domains-page.module.css';

/** What the list shows of a domain. */
export function useDomainColumns(edit: (domain: AdminDomain) => void): Column<AdminDomain>[] {
  const { t } = useTranslation('domains');
  const address = (field: AddressField): Column<AdminDomain> => {
    const title = t(`field.${field}`);
    const render = ({ [field]: url }: AdminDomain) =>
      url ? <bdi className={styles.address}>{url}</bdi> : <span className={styles.none}>{t(`none.${field}`)}</span>;
    return {
      key: field,
      title,
      minWidth: 200,
      card: 'line',
      render,
      cardRender: (domain) => (
        <>
          <span className={styles.of}>{title}:</span> {render(domain)}
        </>
      ),
    };
  };
  return [
    {
      key: 'name',
      title: t('column.name'),
      main: true,
      minWidth: 190,
      render: ({ domain_name, sort_order, is_active }) => (
        <span className={styles.name}>
          <strong>{domain_name}</strong>
          {sort_order === 0 && <span className={styles.mark}>{t('main')}</span>}
          {!is_active && <span className={styles.mark}>{t('off')}</span>}
        </span>
      ),
    },
    ...addressFields.map(address),
    {
      key: 'actions',
      title: t('column.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 1 },
      card: 'actions',
      render: (domain) => (
        <ActionTooltip title={t('edit.open')}>
          <Button
            type="text"
            icon={<EditOutlined />}
            aria-label={t('edit.open_of', { name: domain.domain_name })}
            onClick={() => edit(domain)}
          />
        </ActionTooltip>
      ),
    },
  ];
}
