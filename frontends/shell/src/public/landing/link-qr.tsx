import { useTranslation } from '@linkway/kit/i18n';
import { QrCode, qrSvg } from '@linkway/kit/qr';
import styles from './result-box.module.css';

/** The link's QR code, and the way to keep it. */
export default function LinkQr({ url, shown }: { url: string; shown: string }) {
  const { t } = useTranslation('public');
  const file = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrSvg(url))}`;
  return (
    <div className={styles.code}>
      <QrCode className={styles.picture} text={url} label={t('result.qr', { link: shown })} />
      <a href={file} download={`${shown.replace(/[^\w-]+/g, '-')}.svg`}>
        {t('result.save_qr')}
      </a>
    </div>
  );
}
