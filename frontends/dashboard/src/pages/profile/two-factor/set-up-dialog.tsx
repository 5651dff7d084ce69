import { api, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { FormDialog, KitForm } from '@linkway/kit/ui/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OneDialog } from '../../../parts/use-one-dialog';
import { Authenticator } from './authenticator';
import { AppCodeField, PasswordField } from './code-fields';
import { RecoveryCodes } from './recovery-codes';
import styles from './two-factor.module.css';
import { type CodeValues, useCodeForm } from './use-code-form';
import { useQuestion } from './use-question';
import { useTwoFactorChanged } from './use-two-factor';

type Step =
  | { at: 'password' }
  | { at: 'code'; secret: string; otpauth_url: string }
  | { at: 'codes'; recovery_codes: string[] };

/** The password, an app that knows the secret, and the codes to keep for the day on which there is no app. */
export default function SetUpDialog({ dialog }: { dialog: OneDialog }) {
  const { t } = useTranslation('profile');
  const changed = useTwoFactorChanged();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const { form, busy, problem, submit, focus } = useCodeForm<Step>(dialog, {
    send: async ({ current_password, code }): Promise<Step> => {
      if (step.at === 'password')
        return { at: 'code', ...(await body(api.POST('/api/me/two-factor/setup', { body: { current_password } }))) };
      return { at: 'codes', ...(await body(api.POST('/api/me/two-factor/enable', { body: { code } }))) };
    },
    done: (next) => {
      setStep(next);
      // It was closed meanwhile: what it has to say now is said once.
      dialog.show();
      if (next.at === 'codes')
        changed({
          enabled: true,
          enabled_at: new Date().toISOString(),
          recovery_codes_left: next.recovery_codes.length,
        });
    },
    failed: ({ code }) => {
      // Another secret is needed, for which the password is asked again.
      if (code === 'two_factor.setup_over') {
        form.resetFields();
        setStep({ at: 'password' });
      }
      // Its answer was lost, or it was done in another window.
      if (code === 'two_factor.already_enabled') changed();
    },
  });
  const { at } = step;
  const begin = useEffectEvent(() => focus('code'));
  useEffect(() => {
    if (at === 'code') begin();
  }, [at]);
  const end = (): void => {
    dialog.end();
    toast(t('two_factor.turned_on'));
  };
  const isLast = step.at === 'codes';
  // Nobody can ask for them a second time.
  const comesWithCodes = busy && step.at === 'code';
  const question = useQuestion(isLast || comesWithCodes ? 'codes' : 'setup');

  return (
    <FormDialog
      dialog={comesWithCodes ? { ...dialog, hide: dialog.show } : dialog}
      title={t('two_factor.set_up_title')}
      form={dialog.id}
      save={t(`two_factor.${step.at}_save`)}
      busy={busy}
      problem={problem && { error: problem, title: t('two_factor.enable_failed') }}
      isDirty={() => step.at !== 'password'}
      unkept={isLast || comesWithCodes}
      question={question}
      final={isLast}
      onDiscard={() => {}}
      first="current_password"
    >
      <KitForm<CodeValues>
        id={dialog.id}
        name={dialog.id}
        form={form}
        onFinish={(values) => (isLast ? end() : void submit(values))}
      >
        {step.at === 'password' && (
          <>
            <p className={styles.text}>{t('two_factor.password_text')}</p>
            <PasswordField />
          </>
        )}
        {step.at === 'code' && (
          <>
            <Authenticator secret={step.secret} address={step.otpauth_url} />
            <AppCodeField />
          </>
        )}
        {step.at === 'codes' && <RecoveryCodes codes={step.recovery_codes} />}
      </KitForm>
    </FormDialog>
  );
}
