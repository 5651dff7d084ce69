import { api, body } from '@linkway/kit/api';
import { ButtonLink, PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useState } from 'react';
import { keepDraft } from '../layout/draft';
import { AddressForm } from './address-form';
import styles from './recovery.module.css';
import { RecoveryCard } from './recovery-card';

export function ForgotPassword() {
  const { t } = useTranslation('recovery');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <RecoveryCard page="forgot" told={{ title: t('sent'), text: t('forgot.sent', { email: sentTo }) }}>
        <p>{t('look_for_it')}</p>
        <div className={styles.actions}>
          <ButtonLink to="/login" kind="primary">
            {t('log_in')}
          </ButtonLink>
          <PlainButton
            onClick={() => {
              keepDraft('login', { email: sentTo });
              setSentTo(null);
            }}
          >
            {t('again')}
          </PlainButton>
        </div>
      </RecoveryCard>
    );
  }
  return (
    <RecoveryCard page="forgot">
      <AddressForm
        submit={t('forgot.submit')}
        send={async (email) => void (await body(api.POST('/api/auth/forgot-password', { body: { email } })))}
        onSent={setSentTo}
      />
      <div className={styles.actions}>
        <ButtonLink to="/login" kind="quiet">
          {t('log_in')}
        </ButtonLink>
      </div>
    </RecoveryCard>
  );
}
