import { ErrorCard, lazyPart } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import { useEffect } from 'react';
import styles from './logs-page.module.css';
import type { useVerification } from './use-log';

// The log is read first.
const VerificationResult = lazyPart(() => import('./verification-result'), { waiting: null, stays: true });

interface Props {
  verification: ReturnType<typeof useVerification>;
}

/** What came of proving the chain: it is whole, it is broken and where, or it could not be checked. */
export function Verification({ verification: { verify, retry, busy, soFar, last } }: Props) {
  const { t } = useTranslation('logs');
  const { number } = useFormats();
  useEffect(() => {
    if (busy) VerificationResult.fetch();
  }, [busy]);
  return (
    <>
      {busy && (
        <p className={styles.busy} role="status">
          {soFar
            ? t('verify.so_far', { seq: number(soFar.head?.seq ?? 0), last: number(soFar.last_seq ?? 0) })
            : t('verify.busy')}
        </p>
      )}
      {last && 'error' in last && (
        <ErrorCard error={last.error} title={t('verify.failed')} retry={() => retry(last)} busy={busy} />
      )}
      {last && 'found' in last && <VerificationResult found={last.found} noted={last.noted} verify={verify} />}
    </>
  );
}
