import { useCopy } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { useEffect, useRef } from 'react';
import styles from './webhooks-page.module.css';

/** Shown once. */
export function NewSecret({ value, note }: { value: string; note?: string }) {
  const { t } = useTranslation(['webhooks', 'kit']);
  const { copied, copy } = useCopy(value);
  const heading = useRef<HTMLHeadingElement>(null);
  // Read out from here on.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('secret.title')}
      </h3>
      <p>{t('secret.text')}</p>
      <div className={styles.secret}>
        <code className={styles.value}>{value}</code>
        <Button aria-label={copied ? t('kit:copied') : t('secret.copy')} onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t('kit:copied') : t('kit:copy')}</span>
        </Button>
      </div>
      {note && <p className={styles.note}>{note}</p>}
    </>
  );
}
