import { useCopy } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { Button } from '@linkway/kit/ui';
import { useEffect, useRef } from 'react';
import styles from './api-page.module.css';

/** Shown once: what the service keeps of it cannot be read. */
export function NewKey({ value }: { value: string }) {
  const { t } = useTranslation(['api', 'kit']);
  const { copied, copy } = useCopy(value);
  const heading = useRef<HTMLHeadingElement>(null);
  // Read out from here on.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('new.title')}
      </h3>
      <p>{t('new.text')}</p>
      <div className={styles.newKey}>
        <code className={styles.value}>{value}</code>
        <Button aria-label={copied ? t('kit:copied') : t('new.copy')} onClick={() => void copy()}>
          <span aria-live="polite">{copied ? t('kit:copied') : t('kit:copy')}</span>
        </Button>
      </div>
    </>
  );
}
