import { api, asProblem, body } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { useState } from 'react';
import { useMe } from '../../data/queries';
import styles from './profile-page.module.css';

/** Of an account that has none: by the mail that a forgotten one is set anew with. */
export function FirstPassword() {
  const { t } = useTranslation('profile');
  const { data: me } = useMe();
  const [busy, setBusy] = useState(false);
  const send = async (email: string): Promise<void> => {
    setBusy(true);
    try {
      await body(api.POST('/api/auth/forgot-password', { body: { email } }));
      toast(t('password.first_sent', { email }));
    } catch (error) {
      toast(t('password.first_not_sent', { reason: asProblem(error).detail }), { kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.intro}>{t('password.first_text')}</p>
      <Button loading={busy} disabled={!me} onClick={() => me && void send(me.email)}>
        {t('password.first_send')}
      </Button>
    </>
  );
}
