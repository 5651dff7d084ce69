import { type ApiProblem, useProblemTexts } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { Link } from '@linkway/kit/router';
import { FormAlert } from '../../form/form-alert';
import styles from '../auth-form.module.css';

interface Props {
  page: 'login' | 'register';
  /** A word or the code of an error, out of the address; or what the API answered. */
  told: string | ApiProblem;
}

/** With words of their own. Anybody can write an address: whatever else it has is said in general. */
const KNOWN = ['sign_in_over', 'sign_in_invalid', 'unavailable', 'not_configured'] as const;

/** Over the form: what came of the way to Google, and what to do. */
export function OutcomeNotice({ page, told }: Props) {
  const { t } = useTranslation(['google', 'auth']);
  const isAnswer = typeof told !== 'string';
  const { detail } = useProblemTexts(isAnswer ? told : null);
  if (told === 'cancelled')
    return (
      <div className={styles.notice} role="status">
        <strong>{t(`cancelled_${page}`)}</strong>
        <p>{t('cancelled_text')}</p>
      </div>
    );
  const failed = t(`auth:google.failed_${page}`);
  const known = KNOWN.find((one) => told === `google.${one}`);
  if (!isAnswer)
    return (
      <div className={styles.told}>
        <FormAlert title={failed} text={t(`outcome.${known ?? 'other'}`)} failure={told} />
      </div>
    );
  // A refusal of the sign-in says all by itself.
  const refused = told.code.startsWith('auth.');
  return (
    <div className={styles.told}>
      <FormAlert title={refused ? detail : failed} text={refused ? undefined : detail} failure={told} />
      {told.code === 'google.address_unconfirmed' && (
        <>
          <Link to="/confirm-email" className={styles.forgot}>
            {t('confirm_again')}
          </Link>{' '}
          <Link to="/forgot-password" className={styles.forgot}>
            {t('set_password')}
          </Link>
        </>
      )}
    </div>
  );
}
