import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { Select } from '@linkway/kit/ui/input';
import { useState } from 'react';
import type { CampaignValues } from '../campaign';
import { type Editing, TemplatesDialog } from './templates-dialog';
import { emptyTemplate, useUtmTemplates, valuesOf } from './use-utm-templates';
import styles from './utm-templates.module.css';

interface Props {
  /** What the destination says now. */
  values: CampaignValues;
  /** The same at the moment of a press, which the page may be behind. */
  read: () => CampaignValues;
  /** There is a destination to put them into. */
  canApply: boolean;
  apply: (values: CampaignValues) => void;
}

/** Chooses a template of campaign parameters, keeps those that are filled in as one, and opens the list of all. */
export default function UtmTemplates({ values, read, canApply, apply }: Props) {
  const { t } = useTranslation('create');
  const { templates } = useUtmTemplates();
  const [dialog, setDialog] = useState<{ editing: Editing | null } | null>(null);
  const hasValues = Object.keys(values).length > 0;
  return (
    <div className={styles.templates}>
      <Select<string | null>
        className={styles.choice}
        aria-label={t('templates.choose')}
        placeholder={t('templates.choose')}
        notFoundContent={templates ? t('templates.none') : null}
        disabled={!canApply}
        value={null}
        options={templates?.map(({ id, name, ...of }) => ({ value: id, label: name, of }))}
        optionRender={({ label, data }) => (
          <span className={styles.option}>
            <bdi>{label}</bdi>
            <small>{valuesOf(data.of as CampaignValues)}</small>
          </span>
        )}
        onChange={(chosen) => {
          const template = templates?.find(({ id }) => id === chosen);
          if (template) apply(template);
        }}
      />
      <Button disabled={!hasValues} onClick={() => setDialog({ editing: { id: null, values: emptyTemplate(read()) } })}>
        {t('templates.save_as')}
      </Button>
      <Button onClick={() => setDialog({ editing: null })}>{t('templates.manage')}</Button>
      {dialog && <TemplatesDialog editing={dialog.editing} close={() => setDialog(null)} />}
    </div>
  );
}
