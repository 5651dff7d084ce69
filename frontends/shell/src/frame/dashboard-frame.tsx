import { ErrorCard } from '@linkway/kit/base';
import { createQueryClient, QueryClientProvider } from '@linkway/kit/query';
import { Navigate, useLocation } from '@linkway/kit/router';
import { loadSession, useSession } from '@linkway/kit/session';
import { UiProvider } from '@linkway/kit/ui';
import { useEffect, useState } from 'react';
import { loginFrom } from '../auth/destination';
import { warmUp } from '../facades';
import { Frame } from './frame';
import { FrameSkeleton } from './frame-skeleton';
import { TabsContext } from './tabs';
import { useTabList } from './use-tab-list';

/** /dashboard: for signed-in people. A session that cannot be asked for is an error with retry, not a sign-out. */
export default function DashboardFrame() {
  const session = useSession();
  const location = useLocation();
  const { list, problem, reload } = useTabList();
  const [client] = useState(createQueryClient);
  // What is known from a public page may be out of date: nobody is sent away before the API was asked.
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    void loadSession({ fresh: 10_000 }).finally(() => setAsked(true));
    warmUp();
  }, []);
  if (session.state === 'problem') return <ErrorCard error={session.problem} retry={() => void loadSession()} />;
  if (session.state === 'signed-out' && asked) {
    return <Navigate to={session.why === 'left' ? '/' : loginFrom(location)} replace />;
  }
  if (problem) return <ErrorCard error={problem} retry={reload} />;
  if (session.state !== 'signed-in' || !list) return <FrameSkeleton />;
  return (
    <QueryClientProvider client={client}>
      <UiProvider>
        <TabsContext value={list}>
          <Frame me={session.me} elsewhere={session.elsewhere} />
        </TabsContext>
      </UiProvider>
    </QueryClientProvider>
  );
}
