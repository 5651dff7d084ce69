import { type ApiProblem, api, asProblem, body, useProblemTexts } from '@linkway/kit/api';
import { GoOnButton, PlainButton } from '@linkway/kit/base';
import { registerNamespaces, useTranslation } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { loadSession, useSession } from '@linkway/kit/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormAlert } from '../form/form-alert';
import { useLeave } from '../layout/use-leave';
import { recoveryTexts } from '../locales/recovery';
import styles from './recovery.module.css';
import { RecoveryCard } from './recovery-card';
import { sendConfirmation } from './send-confirmation';
import { dropWayOn, keepWayOn } from './way-on';

registerNamespaces(recoveryTexts);

const ASK_EVERY_MS = 4_000;

/**
 * In the place of the dashboard, for whoever has to confirm the address first. The page's own address stays, so that it goes on to where they
 * were going, with all that this carries.
 */
export default function ConfirmAddress({ email }: { email: string }) {
  const { t } = useTranslation(['recovery', 'public']);
  const session = useSession();
  const leave = useLeave();
  const elsewhere = session.state === 'signed-in' ? session.elsewhere : undefined;
  const { search } = useLocation();
  const account = session.state === 'signed-in' && !elsewhere ? session.me.id : null;
  useEffect(() => {
    if (account === null) return;
    keepWayOn(account, search);
    return dropWayOn;
  }, [account, search]);
  const unasked = useProblemTexts(useConfirmed(!elsewhere));
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(0);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const refusal = useProblemTexts(problem);
  const send = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await sendConfirmation(email);
      setProblem(null);
      setSent((times) => times + 1);
    } catch (error) {
      setSent(0);
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  if (elsewhere) {
    const told = { title: t(`address.${elsewhere}`), text: t(`address.${elsewhere}_text`, { email }) };
    return (
      <RecoveryCard page="address" told={told}>
        <div className={styles.actions}>
          {elsewhere === 'other' ? (
            <GoOnButton />
          ) : (
            <PlainButton kind="primary" onClick={() => window.location.reload()}>
              {t('log_in')}
            </PlainButton>
          )}
        </div>
      </RecoveryCard>
    );
  }
  return (
    <RecoveryCard page="address" text={t('address.text', { email })}>
      {problem && <FormAlert title={t('not_sent')} text={refusal.detail} failure={problem} />}
      <p className={styles.said} role="status">
        {sent > 0 ? t('address.sent', { email, count: sent }) : t('look_for_it')}
      </p>
      {unasked.detail && <p className={styles.said}>{t('address.not_asked', { reason: unasked.detail })}</p>}
      <div className={styles.actions}>
        <PlainButton kind="primary" aria-disabled={busy} onClick={() => void send()}>
          {busy ? t('sending') : t('address.send')}
        </PlainButton>
        <PlainButton kind="quiet" onClick={() => void leave()}>
          {t('public:nav.logout')}
        </PlainButton>
      </div>
    </RecoveryCard>
  );
}

/** Goes on by itself once the address is confirmed, or nobody asks for that any more; why it could not be asked the last time. */
function useConfirmed(asks: boolean): ApiProblem | null {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const look = useEffectEvent(async (isLeft: () => boolean): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    try {
      const me = await body(api.GET('/api/me'));
      if (isLeft()) return;
      setProblem(null);
      if (!me.must_confirm_email) await loadSession();
    } catch (error) {
      if (!isLeft()) setProblem(asProblem(error));
    }
  });
  useEffect(() => {
    if (!asks) return;
    let isLeft = false;
    let timer: number | undefined;
    const again = (): void => {
      timer = window.setTimeout(() => void look(() => isLeft).finally(() => !isLeft && again()), ASK_EVERY_MS);
    };
    again();
    return () => {
      isLeft = true;
      window.clearTimeout(timer);
    };
  }, [asks]);
  return problem;
}
