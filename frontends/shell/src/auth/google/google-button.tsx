import { PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useId } from 'react';
import { useAlive } from '../../layout/use-alive';
import styles from './google-button.module.css';

/**
 * The gateway says so in the page itself (`__GOOGLE__` of the build's pages), where the style sheet reads it before any script does; `back`:
 * it is set up, and this is the way back from there.
 */
const isSetUp = (): boolean => ['on', 'back'].includes(document.documentElement.dataset.google ?? '');

/** The other way to sign in, below the form; where it is not set up, that is said. */
export function GoogleButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const { t } = useTranslation('auth');
  const alive = useAlive();
  const missing = useId();
  const ready = alive && isSetUp();
  return (
    <div className={styles.google}>
      <p className={styles.or}>{t('google.or')}</p>
      <PlainButton
        size="large"
        className={styles.button}
        disabled={!ready}
        aria-disabled={busy || undefined}
        aria-describedby={ready ? undefined : missing}
        onClick={onPress}
      >
        {busy ? t('google.busy') : t('google.button')}
      </PlainButton>
      {!ready && (
        <p id={missing} className={styles.missing}>
          {t('google.missing')}
        </p>
      )}
    </div>
  );
}
