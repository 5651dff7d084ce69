import type { ApiProblem, Me } from '@linkway/kit/api';
import { ErrorCard, lazyPart } from '@linkway/kit/base';
import { withTexts } from '@linkway/kit/i18n';
import { createQueryClient, QueryClientProvider } from '@linkway/kit/query';
import { Navigate, useLocation } from '@linkway/kit/router';
import { loadSession, type Session, useSession } from '@linkway/kit/session';
import { UiProvider, useAccountChoices } from '@linkway/kit/ui';
import { memo, useEffect, useState } from 'react';
import { loginFrom } from '../auth/destination';
import { warmUp } from '../facades';
import { Frame } from './frame';
import { FrameSkeleton } from './frame-skeleton';
import { type TabList, TabsContext } from './tabs';
import { useConfirmation } from './use-confirmation';
import { useTabList } from './use-tab-list';

const FirstPassword = lazyPart(
  withTexts('auth', () => import('../recovery/first-password')),
  { waiting: <FrameSkeleton /> },
);

const ConfirmAddress = lazyPart(
  withTexts('auth', () => import('../recovery/confirm-address')),
  { waiting: <FrameSkeleton /> },
);

/** /dashboard: for signed-in people. A session that cannot be asked for is an error with retry, not a sign-out. */
export function FramePage() {
  const session = useSession();
  const location = useLocation();
  const { list, problem, busy, reload } = useTabList();
  useAccountChoices(session.state === 'signed-in' ? session.me : null);
  const away = useProblem(session);
  const [client] = useState(createQueryClient);
  const [reask] = useState(() => () => void client.invalidateQueries());
  useConfirmation(session, reask);
  // What is known from a public page may be out of date: nobody is sent away before the API was asked.
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    void loadSession({ fresh: 10_000 }).finally(() => setAsked(true));
    warmUp();
  }, []);
  if (away) return <ErrorCard error={away} retry={() => void loadSession()} busy={session.state === 'loading'} />;
  if (session.state === 'signed-out' && asked) {
    if (session.why === 'left') return <Navigate to="/" replace />;
    // The email is filled in there.
    const state = session.why === 'ended' ? { focus: 'password' } : null;
    return <Navigate to={loginFrom(location)} state={state} replace />;
  }
  if (session.state === 'signed-in' && session.me.must_confirm_email)
    return <ConfirmAddress email={session.me.email} />;
  if (session.state === 'signed-in' && session.me.must_change_password) return <FirstPassword />;
  if (problem) return <ErrorCard error={problem} retry={reload} busy={busy} />;
  if (session.state !== 'signed-in' || !list) return <FrameSkeleton />;
  return <SignedIn client={client} list={list} me={session.me} elsewhere={session.elsewhere} />;
}

interface SignedInProps {
  client: ReturnType<typeof createQueryClient>;
  list: TabList;
  me: Me;
  elsewhere?: 'other' | 'out';
}

/** Drawn anew only for something else in it: all of a page is below it. */
const SignedIn = memo(function SignedIn({ client, list, me, elsewhere }: SignedInProps) {
  return (
    <QueryClientProvider client={client}>
      <UiProvider>
        <TabsContext value={list}>
          <Frame me={me} elsewhere={elsewhere} />
        </TabsContext>
      </UiProvider>
    </QueryClientProvider>
  );
});

/** Why nobody knows who is signed in: said until that is known, however often it is asked meanwhile. */
function useProblem(session: Session): ApiProblem | null {
  const [told, setTold] = useState<ApiProblem | null>(null);
  const now = session.state === 'problem' ? session.problem : session.state === 'loading' ? told : null;
  if (now !== told) setTold(now);
  return now;
}
