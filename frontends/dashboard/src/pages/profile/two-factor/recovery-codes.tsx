import { useCopy } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { saveFile } from '@linkway/kit/qr';
import { Button } from '@linkway/kit/ui';
import { useEffect, useRef } from 'react';
import { useMe } from '../../../data/queries';
import styles from './two-factor.module.css';

const FILE = 'linkway-recovery-codes.txt';

/** Shown once: nobody can tell them again, neither does the service know them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation(['profile', 'kit']);
  const { date } = useFormats();
  const { data: me } = useMe();
  const { copied, copy } = useCopy(codes.join('\n'));
  const heading = useRef<HTMLHeadingElement>(null);
  // Read out from here on.
  useEffect(() => heading.current?.focus(), []);
  const download = (): void => {
    const head = t('two_factor.file_head', { email: me?.email ?? '', date: date(new Date()) });
    saveFile(new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }), FILE);
  };
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('two_factor.codes_title')}
      </h3>
      <p className={styles.text}>{t('two_factor.codes_text')}</p>
      <ul className={styles.codes} aria-label={t('two_factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.plain}>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.answers}>
        <Button onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t('kit:copied') : t('two_factor.copy_codes')}</span>
        </Button>
        <Button onClick={download}>{t('two_factor.download_codes')}</Button>
      </div>
    </>
  );
}
