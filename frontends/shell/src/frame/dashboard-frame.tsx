import { ErrorCard, PageSkeleton } from '@linkway/kit/base';
import { createQueryClient, QueryClientProvider } from '@linkway/kit/query';
import { Navigate } from '@linkway/kit/router';
import { loadSession, useSession } from '@linkway/kit/session';
import { UiProvider } from '@linkway/kit/ui';
import { useEffect, useState } from 'react';
import { warmUp } from '../facades';
import { Frame } from './frame';

/** /dashboard: for signed-in people. A session that cannot be asked for is an error with retry, not a sign-out. */
export default function DashboardFrame() {
  const session = useSession();
  const [client] = useState(createQueryClient);
  useEffect(() => {
    void loadSession();
    warmUp();
  }, []);
  if (session.state === 'signed-out') return <Navigate to="/login" replace />;
  if (session.state === 'problem') return <ErrorCard error={session.problem} retry={() => void loadSession()} />;
  if (session.state !== 'signed-in') return <PageSkeleton />;
  return (
    <QueryClientProvider client={client}>
      <UiProvider>
        <Frame me={session.me} />
      </UiProvider>
    </QueryClientProvider>
  );
}
