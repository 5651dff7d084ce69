import type { MailTemplate } from '@linkway/kit/api';
import { type Language, languages, useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import { Button, Segmented } from '@linkway/kit/ui';
import { Confirm } from '@linkway/kit/ui/form';
import { useDialogs } from '@linkway/kit/ui/table';
import { type RefObject, useState } from 'react';
import { templateDraft } from './draft';
import { TemplateForm } from './template-form';
import styles from './templates.module.css';

interface Props {
  template: MailTemplate;
  language: Language;
  headingRef: RefObject<HTMLHeadingElement | null>;
  onLanguage: (language: Language) => void;
  onBack: () => void;
}

/** Who leaves is asked what becomes of it: where they go to. */
interface Leaving {
  id: string;
  go: () => void;
}

/** One mail in one language, and the way to the others. */
export function TemplateEditor({ template, language, headingRef, onLanguage, onBack }: Props) {
  const { t } = useTranslation(['smtp', 'kit', 'ui']);
  const session = useSession();
  const account = session.state === 'signed-in' ? session.me.id : '';
  const draft = templateDraft(account, template.name, language);
  const [changed, setChanged] = useState(false);
  const dialogs = useDialogs<'leave', Leaving>();
  const leave = (id: string, go: () => void): void => {
    if (changed) dialogs.open('leave', { id, go });
    else go();
  };
  return (
    <>
      <div className={styles.head}>
        <Button onClick={() => leave('back', onBack)}>{t('editor.back')}</Button>
        <Segmented
          aria-label={t('kit:language.label')}
          value={language}
          onChange={(next) => leave(next, () => onLanguage(next))}
          options={languages.map((value) => ({ value, label: t(`kit:language.${value}`) }))}
        />
      </div>
      <TemplateForm
        key={language}
        template={template}
        language={language}
        draft={draft}
        headingRef={headingRef}
        onChanged={setChanged}
      />
      {dialogs.of('leave').map((dialog) => (
        <Confirm
          key={dialog.id}
          dialog={dialog}
          title={t('ui:unsaved')}
          text={t('ui:unsaved_text')}
          confirm={t('ui:discard')}
          danger
          act={async () => draft.drop()}
          onDone={dialog.of.go}
          onLateFailure={() => {}}
        />
      ))}
    </>
  );
}
