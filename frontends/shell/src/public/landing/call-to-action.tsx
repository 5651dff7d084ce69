import { ButtonLink } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useSession } from '@linkway/kit/session';
import styles from './sections.module.css';

/** What an account adds, and the way to one; for a member, the way to theirs. */
export function CallToAction() {
  const { t } = useTranslation('public');
  const member = useSession().state === 'signed-in';
  return (
    <section className={styles.call} aria-labelledby="call-title">
      <h2 id="call-title" className={styles.title}>
        {member ? t('call.member_title') : t('call.title')}
      </h2>
      <p className={styles.lead}>{member ? t('call.member_text') : t('call.text')}</p>
      <div className={styles.actions}>
        {member ? (
          <ButtonLink to="/dashboard" kind="primary" size="large">
            {t('nav.dashboard_open')}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink to="/register" kind="primary" size="large">
              {t('nav.register')}
            </ButtonLink>
            <ButtonLink to="/login" size="large">
              {t('nav.login')}
            </ButtonLink>
          </>
        )}
      </div>
    </section>
  );
}
