import { api, asProblem, type Me } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { useState } from 'react';
import styles from './frame.module.css';

interface Props {
  me: Me;
  impersonation: NonNullable<Me['impersonation']>;
}

/** Over every page while an administrator acts as somebody else: as whom, until when, and the way back. */
export function ImpersonationNotice({ me, impersonation: { by, expires_at } }: Props) {
  const { t } = useTranslation('frame');
  const { dateTime } = useFormats();
  const [busy, setBusy] = useState(false);
  const end = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.DELETE('/api/impersonation');
      // All that is on the screen or was read for it is the user's.
      window.location.assign('/dashboard?tab=users');
    } catch (error) {
      setBusy(false);
      toast(t('impersonation.not_ended', { reason: asProblem(error).detail }), { kind: 'error' });
    }
  };
  return (
    <section className={styles.notice} aria-label={t('impersonation.label')}>
      <div className={styles.noticeText}>
        <strong>{t('impersonation.title', { name: me.full_name || me.email, time: dateTime(expires_at) })}</strong>
        <p>{t('impersonation.text', { email: me.email, by: by.full_name || by.email })}</p>
      </div>
      <Button loading={busy} onClick={() => void end()}>
        {t('impersonation.end')}
      </Button>
    </section>
  );
}
