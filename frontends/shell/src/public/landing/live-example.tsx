import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { QrCode } from '@linkway/kit/qr';
import { useRef } from 'react';
import styles from './live-example.module.css';
import { useExample } from './use-example';

/** A link to try, whose clicks can be watched. */
export default function LiveExample() {
  const { t } = useTranslation('example');
  const { number } = useFormats();
  const place = useRef<HTMLDivElement>(null);
  const { example, none, failed } = useExample(place);
  const { short_url = '', clicks_count: clicks = null } = example ?? {};
  const name = short_url.replace(/^https?:\/\//, '');
  return (
    <div ref={place} className={styles.place} data-none={none || undefined}>
      {example && (
        <section className={styles.section} aria-labelledby="example-title">
          <div className={styles.card}>
            <QrCode className={styles.code} text={short_url} label={t('qr', { name })} />
            <div className={styles.words}>
              <h2 id="example-title" className={styles.title}>
                {t('title')}
              </h2>
              <p className={styles.text}>{t('text')}</p>
              <p>
                <a className={styles.link} href={short_url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </p>
              {clicks === null ? (
                <p className={styles.text}>{t('unknown')}</p>
              ) : (
                <p className={styles.clicks}>
                  {/* Another number is another element, which is drawn in. */}
                  <strong key={clicks} className={styles.count}>
                    {number(clicks)}
                  </strong>{' '}
                  {t('clicks', { count: clicks })}
                </p>
              )}
            </div>
          </div>
        </section>
      )}
      {!example && failed && (
        <div className={styles.section}>
          <div className={styles.card}>
            <p className={styles.text}>{t('failed')}</p>
          </div>
        </div>
      )}
    </div>
  );
}
