import { api, asProblem, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button, Panel } from '@linkway/kit/ui';
import { useState } from 'react';
import { useMe } from '../../data/queries';
import styles from './profile-page.module.css';

/** The account's address, and whether its owner has shown that it is theirs. */
export function EmailCard() {
  const { t } = useTranslation('profile');
  const { data: me } = useMe();
  const [busy, setBusy] = useState(false);
  if (!me) return null;
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await body(api.POST('/api/auth/resend-confirmation', { body: { email: me.email } }));
      toast(t('email.sent', { email: me.email }));
    } catch (error) {
      toast(t('email.not_sent', { reason: asProblem(error).detail }), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('email.title')}>
      <p className={styles.email}>{me.email}</p>
      {me.email_verified === true && <p className={styles.confirmed}>{t('email.confirmed')}</p>}
      {me.email_verified === false && (
        <>
          <p className={styles.unconfirmed}>{t('email.unconfirmed')}</p>
          <Button loading={busy} onClick={() => void send()}>
            {t('email.send')}
          </Button>
        </>
      )}
    </Panel>
  );
}
