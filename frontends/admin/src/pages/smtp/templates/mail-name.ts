import type { MailTemplate } from '@linkway/kit/api';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';

/** What a mail is called: as it is known here, else by its subject, as a newer service may send more. */
export function useMailName(): (template: Pick<MailTemplate, 'name' | 'en' | 'vi'>) => string {
  const known = useKnownMailName();
  return (template) => known(template.name) ?? template[currentLanguage()].subject;
}

export function useKnownMailName(): (name: string) => string | undefined {
  const { t } = useTranslation('smtp');
  const names: Record<string, string> = {
    invitation: t('mail.invitation'),
    confirmation: t('mail.confirmation'),
    reset_password: t('mail.reset_password'),
    password_changed: t('mail.password_changed'),
    lockout_notice: t('mail.lockout_notice'),
    two_factor_enabled: t('mail.two_factor_enabled'),
    two_factor_disabled: t('mail.two_factor_disabled'),
    recovery_code_used: t('mail.recovery_code_used'),
    recovery_codes_renewed: t('mail.recovery_codes_renewed'),
    wrong_codes_notice: t('mail.wrong_codes_notice'),
    security_alert: t('mail.security_alert'),
    security_alert_summary: t('mail.security_alert_summary'),
    smtp_test: t('mail.smtp_test'),
  };
  return (name) => names[name];
}
