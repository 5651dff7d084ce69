import { PlainButton } from '../base/button';
import { CopyButton } from '../base/copy';
import { toast } from '../base/toast';
import { QrCode } from './qr-code';
import { qrFileName, qrPng, qrSvg, saveFile } from './qr-files';
import { shareAddresses } from './share-addresses';
import styles from './share-panel.module.css';
import { useTexts } from './texts';

interface Props {
  /** The short link. */
  url: string;
  /** Goes along where a place takes a text beside the link. */
  title?: string;
  /** Without the copy button, where one stands beside it. */
  copy?: boolean;
}

/** A short link's QR code to scan and to keep, and the ways to hand the link on. */
export function SharePanel({ url, title = '', copy = true }: Props) {
  const { t } = useTexts();
  const name = url.replace(/^https?:\/\//, '');
  const savePng = async (): Promise<void> => {
    try {
      saveFile(await qrPng(url), qrFileName(url, 'png'));
    } catch {
      toast(t('save_failed'), { kind: 'error' });
    }
  };
  const saveSvg = (): void => saveFile(new Blob([qrSvg(url)], { type: 'image/svg+xml' }), qrFileName(url, 'svg'));
  // Closing the sheet of apps is no failure.
  const shareByApp = (): void => void navigator.share({ url, ...(title && { title }) }).catch(() => {});
  return (
    <div className={styles.panel}>
      <QrCode className={styles.code} text={url} label={t('qr', { name })} />
      <div className={styles.row}>
        <PlainButton size="small" onClick={() => void savePng()}>
          {t('save_png')}
        </PlainButton>
        <PlainButton size="small" onClick={saveSvg}>
          {t('save_svg')}
        </PlainButton>
      </div>
      <ul className={styles.row} aria-label={t('share_by')}>
        {copy && (
          <li>
            <CopyButton text={url} name={name} size="small" />
          </li>
        )}
        {shareAddresses(url, title).map(({ key, name: place = t('mail'), href }) => (
          <li key={key}>
            <a
              className={styles.place}
              href={href}
              aria-label={t('on', { place })}
              {...(key !== 'mail' && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              {place}
            </a>
          </li>
        ))}
        {typeof navigator.share === 'function' && (
          <li>
            <PlainButton size="small" onClick={shareByApp}>
              {t('more')}
            </PlainButton>
          </li>
        )}
      </ul>
    </div>
  );
}
