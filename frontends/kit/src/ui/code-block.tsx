import { Button } from 'antd';
import { useCopy } from '../base';
import { useTranslation } from '../i18n';
import styles from './code-block.module.css';

/** A text for a program, as it is copied. */
export function CodeBlock({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation('kit');
  const { copied, copy } = useCopy(text);
  return (
    <div className={styles.block}>
      {/* A line that is longer than the page is read with the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={name}>
        <code>{text}</code>
      </pre>
      <Button
        className={styles.copy}
        aria-label={copied ? t('copied') : t('copy_named', { name })}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
      </Button>
    </div>
  );
}
