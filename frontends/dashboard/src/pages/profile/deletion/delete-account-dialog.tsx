import { DELETION_GRACE_DAYS } from '@linkway/contracts/rules';
import { api, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useQueryClient } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import { FormDialog, KitForm } from '@linkway/kit/ui/form';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { EitherCodeField, PasswordField } from '../two-factor/code-fields';
import { type CodeValues, useCodeForm } from '../two-factor/use-code-form';
import { useTwoFactor } from '../two-factor/use-two-factor';
import styles from './deletion.module.css';

const LOST = ['links', 'statistics', 'keys', 'settings'] as const;

/** Says what will be lost, and asks who it is. */
export default function DeleteAccountDialog({ dialog }: { dialog: OneDialog }) {
  const { t } = useTranslation('profile');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const { data: twoFactor, refresh } = useTwoFactor();
  const asksCode = twoFactor?.enabled ?? false;
  const { form, busy, problem, submit } = useCodeForm(dialog, {
    send: ({ current_password, code }) =>
      body(api.POST('/api/me/deletion', { body: { current_password, ...(asksCode && { code }) } })),
    done: ({ deletion_at }) => {
      dialog.end();
      toast(t('deletion.requested', { date: dateTime(deletion_at) }));
      // The notice over every page knows it from the session.
      void loadSession();
      void client.invalidateQueries({ queryKey: ['me'] });
    },
    failed: ({ code }) => {
      // It was turned on in another window.
      if (code.startsWith('two_factor.') || code === 'request.invalid') refresh();
    },
  });
  return (
    <FormDialog
      dialog={dialog}
      title={t('deletion.dialog_title')}
      form={dialog.id}
      save={t('deletion.confirm')}
      danger
      busy={busy}
      problem={problem && { error: problem, title: t('deletion.failed') }}
      // Neither of the two is worth a question.
      isDirty={() => false}
      unkept={false}
      onDiscard={() => {}}
      first="current_password"
    >
      <KitForm<CodeValues> id={dialog.id} name={dialog.id} form={form} onFinish={(values) => void submit(values)}>
        <p className={styles.text}>{t('deletion.lost')}</p>
        <ul className={styles.lost}>
          {LOST.map((what) => (
            <li key={what}>{t(`deletion.lost_${what}`)}</li>
          ))}
        </ul>
        <p className={styles.text}>{t('deletion.grace', { days: DELETION_GRACE_DAYS })}</p>
        <PasswordField />
        {asksCode && <EitherCodeField />}
      </KitForm>
    </FormDialog>
  );
}
