import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { ConfirmDelete } from '@linkway/kit/ui/form';
import type { LanguageDialogProps } from './languages-page';
import { useLanguageActs } from './use-languages';

/** Names the language, and what becomes of whoever has chosen it. */
export default function DeleteLanguage({ dialog }: LanguageDialogProps) {
  const { t } = useTranslation('languages');
  const { remove } = useLanguageActs();
  const { code, name } = dialog.of;
  return (
    <ConfirmDelete
      dialog={dialog}
      title={t('delete.title', { name })}
      text={t('delete.text')}
      confirm={t('delete.confirm')}
      failed={t('delete.failed')}
      remove={() => remove(code)}
      isGone={({ code: said }) => said === 'languages.not_found'}
      onDone={() => toast(t('delete.done', { name }))}
      onLateFailure={({ detail }) => toast(`${t('delete.failed')}: ${detail}`, { kind: 'error' })}
    />
  );
}
