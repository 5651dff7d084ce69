import { api, asProblem } from '@linkway/kit/api';
import { toast } from '@linkway/kit/base';
import { translator } from '@linkway/kit/i18n';
import { loadSession, type Session } from '@linkway/kit/session';
import { useEffect, useRef } from 'react';
import { takeGuestLinks } from '../auth/take-guest-links';

/**
 * What leads to the page that asks for a confirmed address, and what follows it. That one has to be confirmed since a moment ago is told by a
 * call that is refused. `taken`: links that were made here before the registration may be the account's now.
 */
export function useConfirmation(session: Session, taken: () => void): void {
  useEffect(() => {
    /** Of the calls that are refused at once one asks. */
    let asking: Promise<void> | null = null;
    const heard = {
      onError: ({ error }: { error: unknown }): undefined => {
        if (asProblem(error).code !== 'auth.email_confirmation_required') return;
        asking ??= loadSession().finally(() => {
          asking = null;
        });
      },
    };
    api.use(heard);
    return () => api.eject(heard);
  }, []);

  /** Whose address was waited for. */
  const held = useRef('');
  useEffect(() => {
    if (session.state !== 'signed-in') return;
    const { id, must_confirm_email, email_verified } = session.me;
    if (must_confirm_email) {
      held.current = id;
    } else if (held.current === id) {
      held.current = '';
      if (email_verified) toast(translator('recovery')('confirm.done'));
      // They were refused at the registration.
      void takeGuestLinks().then(taken);
    }
  }, [session, taken]);
}
