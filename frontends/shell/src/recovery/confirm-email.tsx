import { type ApiProblem, api, asProblem, body, useProblemTexts } from '@linkway/kit/api';
import { ButtonLink, PlainButton } from '@linkway/kit/base';
import { useTranslation } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { loadSession, useSession } from '@linkway/kit/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { AddressForm } from './address-form';
import { linkToken } from './link-token';
import styles from './recovery.module.css';
import { RecoveryCard } from './recovery-card';
import { sendConfirmation } from './send-confirmation';
import { readWayOn } from './way-on';

type State = { at: 'asking' } | { at: 'done' } | { at: 'failed'; problem: ApiProblem } | { at: 'sent'; email: string };

/** Each time that it is shown, it asks once. */
function Asking({ token, tell }: { token: string; tell: (state: State) => void }) {
  const told = useEffectEvent(tell);
  useEffect(() => {
    let gone = false;
    body(api.POST('/api/auth/confirm', { body: { token } })).then(
      () => {
        if (!gone) told({ at: 'done' });
        // The dashboard asks no more for it.
        void loadSession();
      },
      (error: unknown) => {
        if (!gone) told({ at: 'failed', problem: asProblem(error) });
      },
    );
    return () => {
      gone = true;
    };
  }, [token]);
  return <RecoveryCard page="confirm" />;
}

/** By the link of a mail: opening it is all that has to be done. */
export function ConfirmEmail() {
  const { t } = useTranslation('recovery');
  const { hash } = useLocation();
  const token = linkToken(hash);
  const session = useSession();
  const [wayOn] = useState(readWayOn);
  const [state, setState] = useState<State>({ at: 'asking' });
  const problemTexts = useProblemTexts(state.at === 'failed' ? state.problem : null);
  const send = (
    <AddressForm
      submit={t('confirm.send')}
      send={sendConfirmation}
      onSent={(email) => setState({ at: 'sent', email })}
    />
  );
  if (!token && state.at !== 'sent')
    return (
      <RecoveryCard
        page="confirm"
        told={
          hash === ''
            ? { title: t('confirm.again'), text: t('confirm.again_text') }
            : { title: t('incomplete'), text: t('confirm.incomplete_text') }
        }
      >
        {send}
      </RecoveryCard>
    );
  if (state.at === 'asking') return <Asking token={token} tell={setState} />;
  if (state.at === 'sent')
    return (
      <RecoveryCard page="confirm" told={{ title: t('sent'), text: t('confirm.sent', { email: state.email }) }}>
        <p>{t('look_for_it')}</p>
      </RecoveryCard>
    );
  if (state.at === 'failed') {
    const over = state.problem.code === 'auth.confirmation_link_invalid';
    return (
      <RecoveryCard page="confirm" told={{ title: t('confirm.failed'), text: problemTexts.detail }}>
        {over ? send : <PlainButton onClick={() => setState({ at: 'asking' })}>{t('try_again')}</PlainButton>}
      </RecoveryCard>
    );
  }
  const me = session.state === 'signed-in' ? session.me : null;
  return (
    <RecoveryCard page="confirm" told={{ title: t('confirm.done'), text: t('confirm.done_text') }}>
      <div className={styles.actions}>
        <ButtonLink to={me ? wayOn(me.id) : '/login'} kind="primary">
          {me ? t('confirm.go_on') : t('log_in')}
        </ButtonLink>
      </div>
    </RecoveryCard>
  );
}
