import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../api/problem';
import { useProblemTexts } from '../api/problem-texts';
import { PlainButton } from './button';
import { CopyButton } from './copy';
import styles from './error-card.module.css';
import { GoOnButton } from './go-on';

interface ErrorCardProps {
  error: unknown;
  /** What could not be done; without it, a general title. */
  title?: string;
  /** What is safe, where that is something else than what was saved. */
  safe?: string;
  retry?: () => void;
  /** It is tried again just now. */
  busy?: boolean;
}

/**
 * What happened, what is safe, what to do; the code and trace id small, to be copied. Where there was no network, it is tried again as
 * soon as there is one.
 */
export function ErrorCard({ error, title, safe, retry, busy }: ErrorCardProps) {
  const { t } = useTranslation('kit');
  const problem = asProblem(error);
  const { detail } = useProblemTexts(problem);
  const { code, status, traceId } = problem;
  useEffect(() => {
    if (code !== 'network.unreachable' || !retry) return;
    const back = (): void => retry();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [code, retry]);
  // A refusal says what is there; after one, it may well be gone.
  const refused = status >= 400 && status < 500;
  const reference = traceId
    ? `${t('error.code')} ${code} · ${t('error.trace')} ${traceId}`
    : `${t('error.code')} ${code}`;
  return (
    <section className={styles.card} role="alert">
      <h2 className={styles.title}>{title ?? t('error.title')}</h2>
      <p>{detail}</p>
      {!refused && <p className={styles.help}>{safe ?? t('error.safe')}</p>}
      {code === 'session.other_account' && <GoOnButton />}
      {retry && code !== 'session.other_account' && (
        <PlainButton kind="primary" onClick={retry}>
          {busy ? t('loading') : t('retry')}
        </PlainButton>
      )}
      <p className={styles.reference}>
        <code>{reference}</code>
        <CopyButton text={reference} name={t('error.code')} kind="quiet" size="small" />
      </p>
    </section>
  );
}
