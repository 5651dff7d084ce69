import { api } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { FormDialog, KitForm } from '@linkway/kit/ui/form';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { EitherCodeField, PasswordField } from './code-fields';
import styles from './two-factor.module.css';
import { type CodeValues, useCodeForm } from './use-code-form';
import { useTwoFactorChanged } from './use-two-factor';

/** The password alone signs in again. */
export default function TurnOffDialog({ dialog }: { dialog: OneDialog }) {
  const { t } = useTranslation('profile');
  const changed = useTwoFactorChanged();
  const { form, busy, problem, submit } = useCodeForm(dialog, {
    send: (values) => api.POST('/api/me/two-factor/disable', { body: values }),
    done: () => {
      dialog.end();
      toast(t('two_factor.turned_off'));
      changed({ enabled: false, enabled_at: null, recovery_codes_left: 0 });
    },
    failed: ({ code }) => {
      // It was turned off in another window.
      if (code === 'two_factor.not_enabled') changed();
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('two_factor.turn_off_title')}
      form={dialog.id}
      save={t('two_factor.turn_off')}
      danger
      busy={busy}
      problem={problem && { error: problem, title: t('two_factor.disable_failed') }}
      // Neither of the two is worth a question.
      isDirty={() => false}
      unkept={false}
      onDiscard={() => {}}
      first="current_password"
    >
      <KitForm<CodeValues> id={dialog.id} name={dialog.id} form={form} onFinish={(values) => void submit(values)}>
        <p className={styles.text}>{t('two_factor.turn_off_text')}</p>
        <PasswordField />
        <EitherCodeField />
      </KitForm>
    </FormDialog>
  );
}
