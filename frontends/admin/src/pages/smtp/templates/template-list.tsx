import type { MailTemplate } from '@linkway/kit/api';
import { languages, useFormats, useTranslation } from '@linkway/kit/i18n';
import { ActionTooltip, Button } from '@linkway/kit/ui';
import { EditOutlined } from '@linkway/kit/ui/icons';
import { type Column, DataTable, type DataTableProps } from '@linkway/kit/ui/table';
import { useMailName } from './mail-name';
import styles from './templates.module.css';

interface Props extends Pick<DataTableProps<MailTemplate>, 'old' | 'stale' | 'error' | 'ref'> {
  templates: readonly MailTemplate[] | undefined;
  onOpen: (name: string) => void;
}

/** So many are there at the least. */
const EXPECTED = 10;

/** Every mail that some service sends. */
export function TemplateList({ templates, onOpen, ...shown }: Props) {
  const { t } = useTranslation('smtp');
  return (
    <>
      <p className={styles.intro}>{t('templates.text')}</p>
      <DataTable
        label={t('section.templates')}
        columns={useColumns(onOpen)}
        rows={templates}
        rowKey={({ name }) => name}
        expected={EXPECTED}
        empty={null}
        {...shown}
      />
    </>
  );
}

function useColumns(onOpen: (name: string) => void): Column<MailTemplate>[] {
  const { t } = useTranslation(['smtp', 'kit']);
  const { date } = useFormats();
  const nameOf = useMailName();
  const edited = (template: MailTemplate) => languages.filter((language) => template[language].edited);
  return [
    {
      key: 'mail',
      title: t('templates.mail'),
      main: true,
      minWidth: 280,
      render: (template) => (
        <button type="button" className={styles.mail} onClick={() => onOpen(template.name)}>
          <strong>{nameOf(template)}</strong>
          <code className={styles.code}>{template.name}</code>
        </button>
      ),
    },
    {
      key: 'state',
      title: t('templates.state'),
      minWidth: 220,
      card: 'line',
      render: (template) =>
        edited(template).length === 0 ? (
          <span className={styles.muted}>{t('templates.original')}</span>
        ) : (
          t('templates.edited', {
            languages: edited(template)
              .map((language) => t(`kit:language.${language}`))
              .join(', '),
          })
        ),
    },
    {
      key: 'changed',
      title: t('templates.changed'),
      minWidth: 130,
      card: 'line',
      render: (template) => {
        const last = lastChange(template);
        return last ? date(last) : <span className={styles.muted}>–</span>;
      },
      cardRender: (template) => {
        const last = lastChange(template);
        return last && t('templates.changed_on', { date: date(last) });
      },
    },
    {
      key: 'actions',
      title: t('templates.actions'),
      quiet: true,
      align: 'end',
      minWidth: { buttons: 1 },
      card: 'actions',
      render: (template) => (
        <ActionTooltip title={t('templates.edit')}>
          <Button
            type="text"
            icon={<EditOutlined />}
            aria-label={t('templates.edit_of', { name: nameOf(template) })}
            onClick={() => onOpen(template.name)}
          />
        </ActionTooltip>
      ),
    },
  ];
}

const lastChange = (template: MailTemplate): string | undefined =>
  languages
    .flatMap((language) => template[language].updated_at ?? [])
    .sort()
    .at(-1);
