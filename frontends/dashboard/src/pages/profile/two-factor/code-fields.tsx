import { authenticatorCodeOf, recoveryCodeOf, typedDigitsOf } from '@linkway/contracts/rules';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { type ErrorCode, errorMessage, Form, fieldRule } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import { useState } from 'react';
import styles from './two-factor.module.css';

const said = (code: ErrorCode): string => errorMessage(code, currentLanguage());

/** What is wrong is said when the form is sent, and goes as soon as something is typed. */
const judged = 'onSubmit';

export function PasswordField() {
  const { t } = useTranslation('profile');
  return (
    <Form.Item
      name="current_password"
      label={t('password.current')}
      required
      rules={[fieldRule((value?: string) => (value ? null : said('auth.password_required')))]}
      validateTrigger={judged}
    >
      <Input.Password autoComplete="current-password" />
    </Form.Item>
  );
}

/** The six digits of the app. */
export function AppCodeField() {
  const { t } = useTranslation('profile');
  const fault = (value?: string): string | null => {
    if (!value) return said('two_factor.code_required');
    return authenticatorCodeOf(value) ? null : said('two_factor.code_format');
  };
  return (
    <Form.Item
      name="code"
      label={t('two_factor.code')}
      extra={t('two_factor.code_help')}
      required
      rules={[fieldRule(fault)]}
      validateTrigger={judged}
      normalize={typedDigitsOf}
    >
      <Input className={styles.code} inputMode="numeric" autoComplete="one-time-code" />
    </Form.Item>
  );
}

function RecoveryCodeField() {
  const { t } = useTranslation('profile');
  const fault = (value?: string): string | null => {
    if (!value?.trim()) return t('two_factor.recovery_code_required');
    return recoveryCodeOf(value) ? null : t('two_factor.recovery_code_form');
  };
  return (
    <Form.Item
      name="code"
      label={t('two_factor.recovery_code')}
      extra={t('two_factor.recovery_code_help')}
      required
      rules={[fieldRule(fault)]}
      validateTrigger={judged}
    >
      <Input className={styles.code} autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </Form.Item>
  );
}

/** A code of the app, or one that was kept for the day on which there is none. */
export function EitherCodeField() {
  const { t } = useTranslation('profile');
  const form = Form.useFormInstance();
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  const other = (): void => {
    setBy(by === 'app' ? 'recovery' : 'app');
    form.resetFields(['code']);
    // Once it is the other one.
    window.setTimeout(() => form.focusField('code'));
  };
  return (
    <>
      {by === 'app' ? <AppCodeField /> : <RecoveryCodeField />}
      <Button type="link" className={styles.other} onClick={other}>
        {by === 'app' ? t('two_factor.by_recovery_code') : t('two_factor.by_app')}
      </Button>
    </>
  );
}
