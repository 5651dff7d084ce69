import { useCopy } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { QrCode } from '@linkway/kit/qr';
import { Button } from '@linkway/kit/ui';
import styles from './two-factor.module.css';

interface Props {
  secret: string;
  /** The same for an app, with whose it is. */
  address: string;
}

/** What an authenticator app is told by: a picture, the key in it, and on the phone itself a link. */
export function Authenticator({ secret, address }: Props) {
  const { t } = useTranslation(['profile', 'kit']);
  const { copied, copy } = useCopy(secret);
  const groups = secret.match(/.{1,4}/g) ?? [];
  const half = Math.ceil(groups.length / 2);
  return (
    <>
      <p role="status">{t('two_factor.scan')}</p>
      <QrCode className={styles.qr} text={address} label={t('two_factor.qr')} />
      <a className={styles.onPhone} href={address}>
        {t('two_factor.open_app')}
      </a>
      <p>{t('two_factor.type_key')}</p>
      <div className={styles.key}>
        <code className={styles.plain}>
          <span className={styles.half}>{groups.slice(0, half).join(' ')}</span>{' '}
          <span className={styles.half}>{groups.slice(half).join(' ')}</span>
        </code>
        <Button aria-label={copied ? t('kit:copied') : t('two_factor.copy_key')} onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t('kit:copied') : t('kit:copy')}</span>
        </Button>
      </div>
    </>
  );
}
