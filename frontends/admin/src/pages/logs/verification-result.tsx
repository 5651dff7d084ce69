import type { AuditVerification } from '@linkway/kit/api';
import { CopyButton } from '@linkway/kit/base';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import styles from './logs-page.module.css';
import { NotedHeadForm } from './noted-head-form';
import type { NotedHead } from './use-log';

interface Props {
  found: AuditVerification;
  noted: NotedHead | null;
  verify: (noted: NotedHead) => void;
}

export default function VerificationResult({ found, noted, verify }: Props) {
  const { t } = useTranslation('logs');
  const { number, dateTime } = useFormats();
  const { whole, complete = true, entries, head, first_broken_seq, fault, missing, noted_head } = found;
  const isProven = whole && noted_head !== 'other' && noted_head !== 'missing';
  const seq = number(first_broken_seq ?? 0);
  const to = number(head?.seq ?? 0);
  const count = { count: entries, shown: number(entries), from: number(found.first_seq ?? 1), to };
  const look = !isProven ? styles.broken : complete ? styles.whole : styles.stopped;
  return (
    <section className={`${styles.result} ${look}`}>
      <div role={isProven ? 'status' : 'alert'}>
        <h2 className={styles.verdict}>
          {!whole
            ? t(`verify.fault.${fault ?? 'changed'}`, { seq })
            : isProven
              ? t(!complete ? 'verify.stopped' : head ? 'verify.whole' : 'verify.none')
              : t(`verify.noted.${noted_head ?? 'other'}`, { seq: number(noted?.seq ?? 0) })}
        </h2>
        <p>
          {!whole
            ? t('verify.broken_text', { ...count, seq })
            : !isProven
              ? t('verify.noted.text')
              : head && t(complete ? 'verify.whole_text' : 'verify.stopped_text', count)}{' '}
          {!complete && t('verify.rest', { to, last: number(found.last_seq ?? 0) })}{' '}
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
