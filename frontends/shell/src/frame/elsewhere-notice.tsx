import { GoOnButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import styles from './frame.module.css';

interface Props {
  /** What happened in another tab: somebody else signed in, or this account signed out. */
  elsewhere: 'other' | 'out';
  email: string;
}

/** Over a page whose session is no longer its own. The page stays, with what was typed; it just gets and saves nothing. */
export function ElsewhereNotice({ elsewhere, email }: Props) {
  const { t } = useTranslation('frame');
  const other = elsewhere === 'other';
  return (
    <section className={styles.elsewhere} role="alert">
      <div className={styles.elsewhereText}>
        <strong>{other ? t('elsewhere.other') : t('elsewhere.out')}</strong>
        <p>{other ? t('elsewhere.other_text', { email }) : t('elsewhere.out_text', { email })}</p>
      </div>
      {other ? (
        <GoOnButton />
      ) : (
        // In a tab of its own: this one keeps what was typed, and goes on when that sign-in is told.
        <a href="/login" target="_blank" rel="noreferrer">
          {t('elsewhere.log_in')}
        </a>
      )}
    </section>
  );
}
