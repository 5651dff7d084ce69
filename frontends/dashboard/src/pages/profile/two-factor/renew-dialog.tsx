import { api, body } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { FormDialog, KitForm } from '@linkway/kit/ui/form';
import { useState } from 'react';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { EitherCodeField, PasswordField } from './code-fields';
import { RecoveryCodes } from './recovery-codes';
import styles from './two-factor.module.css';
import { type CodeValues, useCodeForm } from './use-code-form';
import { useQuestion } from './use-question';
import { useTwoFactorChanged } from './use-two-factor';

/** New recovery codes in the place of those that were used or lost. */
export default function RenewDialog({ dialog }: { dialog: OneDialog }) {
  const { t } = useTranslation('profile');
  const changed = useTwoFactorChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const question = useQuestion('codes');
  const { form, busy, problem, submit } = useCodeForm(dialog, {
    send: (values) => body(api.POST('/api/me/two-factor/recovery-codes', { body: values })),
    done: ({ recovery_codes }) => {
      setCodes(recovery_codes);
      // It was closed meanwhile: what it has to say now is said once.
      dialog.show();
      changed({ recovery_codes_left: recovery_codes.length });
    },
    failed: ({ code }) => {
      // A recovery code may have been used up, or it was turned off elsewhere.
      if (code.startsWith('two_factor.')) changed();
    },
  });
  return (
    <FormDialog
      // While new codes are on their way: nobody can ask for them a second time.
      dialog={busy ? { ...dialog, hide: dialog.show } : dialog}
      title={t('two_factor.renew')}
      form={dialog.id}
      save={codes ? t('two_factor.codes_save') : t('two_factor.renew_save')}
      busy={busy}
      problem={problem && { error: problem, title: t('two_factor.renew_failed') }}
      isDirty={() => codes !== null}
      unkept={busy || codes !== null}
      question={question}
      final={codes !== null}
      onDiscard={() => {}}
      first="current_password"
    >
      <KitForm<CodeValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        onFinish={(values) => (codes ? dialog.end() : void submit(values))}
      >
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <>
            <p className={styles.text}>{t('two_factor.renew_text')}</p>
            <PasswordField />
            <EitherCodeField />
          </>
        )}
      </KitForm>
    </FormDialog>
  );
}
