import { GoOnButton } from '../base/go-on';
import { useSession } from '../session';
import styles from './elsewhere-notice.module.css';
import { useTexts } from './texts';

/**
 * Over what belongs to a session that is no longer this page's: another tab signed somebody else in, or this account out. All of it stays,
 * with what was typed; it just gets and saves nothing. `over`: what it stands over and stays in view of. Nothing, where all is well.
 */
export function ElsewhereNotice({ over }: { over: 'page' | 'dialog' }) {
  const { t } = useTexts();
  const session = useSession();
  if (session.state !== 'signed-in' || !session.elsewhere) return null;
  const other = session.elsewhere === 'other';
  const { email } = session.me;
  return (
    <section className={`${styles.notice} ${styles[over]}`} role="alert">
      <div className={styles.text}>
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
