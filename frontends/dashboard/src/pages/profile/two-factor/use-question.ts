import { useTranslation } from '@linkway/kit/i18n';

/** What is asked before a dialog is closed whose work is half done, or which says something once. */
export function useQuestion(about: 'setup' | 'codes') {
  const { t } = useTranslation('profile');
  return {
    title: t(`two_factor.leave_${about}.title`),
    text: t(`two_factor.leave_${about}.text`),
    leave: t(`two_factor.leave_${about}.leave`),
    stay: t(`two_factor.leave_${about}.stay`),
  };
}
