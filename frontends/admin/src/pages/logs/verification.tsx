import type { AuditVerification } from '@linkway/kit/api';
import { CopyButton, ErrorCard } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import styles from './logs-page.module.css';
import { NotedHeadForm } from './noted-head-form';
import type { NotedHead, useVerification } from './use-log';

interface Props {
  verification: ReturnType<typeof useVerification>;
}

/** What came of proving the chain: it is whole, it is broken and where, or it could not be checked. */
export function Verification({ verification: { verify, busy, last } }: Props) {
  const { t } = useTranslation('logs');
  return (
    <>
      {busy && (
        <p className={styles.busy} role="status">
          {t('verify.busy')}
        </p>
      )}
      {last && 'error' in last && <ErrorCard error={last.error} title={t('verify.failed')} />}
      {last && 'found' in last && <Result found={last.found} noted={last.noted} verify={verify} />}
    </>
  );
}

interface ResultProps {
  found: AuditVerification;
  noted: NotedHead | null;
  verify: (noted: NotedHead) => void;
}

function Result({ found, noted, verify }: ResultProps) {
  const { t } = useTranslation('logs');
  const { number, dateTime } = useFormats();
  const { whole, entries, head, first_broken_seq, fault, missing, noted_head } = found;
  const isProven = whole && noted_head !== 'other' && noted_head !== 'missing';
  const seq = number(first_broken_seq ?? 0);
  const count = { count: entries, shown: number(entries) };
  return (
    <section className={`${styles.result} ${isProven ? styles.whole : styles.broken}`}>
      <div role={isProven ? 'status' : 'alert'}>
        <h2 className={styles.verdict}>
          {!whole
            ? t(`verify.fault.${fault ?? 'changed'}`, { seq })
            : isProven
              ? t(head ? 'verify.whole' : 'verify.none')
              : t(`verify.noted.${noted_head ?? 'other'}`, { seq: number(noted?.seq ?? 0) })}
        </h2>
        <p>
          {!whole
            ? t('verify.broken_text', { ...count, seq })
            : !isProven
              ? t('verify.noted.text')
              : head && t('verify.whole_text', count)}{' '}
          {missing > 0 && t('verify.missing', { count: missing, shown: number(missing) })}{' '}
          {noted_head === 'same' && t('verify.noted.same', { seq: number(noted?.seq ?? 0) })}
        </p>
        <p className={styles.muted}>{t('verify.at', { time: dateTime(found.verified_at) })}</p>
      </div>
      {head && (
        <div className={styles.copied}>
          <span>{t('verify.head', { seq: number(head.seq) })}</span>
          <code className={styles.hash}>{head.hash}</code>
          <CopyButton text={`${head.seq} ${head.hash}`} name={t('verify.head_name')} size="small" />
        </div>
      )}
      {head && (
        <details className={styles.noted}>
          <summary>{t('verify.noted.title')}</summary>
          <NotedHeadForm noted={noted} verify={verify} />
        </details>
      )}
    </section>
  );
}
