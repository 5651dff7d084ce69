import { GoOnButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Alert } from '@linkway/kit/ui';
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
    <div className={styles.elsewhere}>
      <Alert
        type="warning"
        showIcon
        title={other ? t('elsewhere.other') : t('elsewhere.out')}
        description={other ? t('elsewhere.other_text', { email }) : t('elsewhere.out_text', { email })}
        action={
          other ? (
            <GoOnButton />
          ) : (
            // In a tab of its own: this one keeps what was typed, and goes on when that sign-in is told.
            <a href="/login" target="_blank" rel="noreferrer">
              {t('elsewhere.log_in')}
            </a>
          )
        }
      />
    </div>
  );
}
