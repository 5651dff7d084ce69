import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/problem';
import { ErrorBoundary } from '../base/error-boundary';
import { ErrorCard } from '../base/error-card';
import { PageSkeleton } from '../base/skeleton';
import { loadRemoteModule } from './loader';

interface Props<P> {
  remote: string;
  module: string;
  props: P;
}

/** Draws a remote's component. A remote that is down gives its own card with retry; everything around it goes on. */
export function RemoteView<P extends object>({ remote, module, props }: Props<P>) {
  const { t } = useTranslation('kit');
  const [attempt, setAttempt] = useState(0);
  // React keeps a lazy component's failure for good, so every attempt is a new one.
  const View = useMemo(
    () => lazy(async () => loadView<P>(remote, module, attempt)),
    [remote, module, attempt],
  );
  return (
    <ErrorBoundary
      resetKey={View}
      onRetry={() => setAttempt((last) => last + 1)}
      fallback={(error, retry) =>
        error instanceof RemoteDown ? (
          <ErrorCard error={downProblem(remote, t('error.remote_text'))} title={t('error.remote_title')} retry={retry} />
        ) : (
          <ErrorCard error={error} retry={retry} />
        )
      }
    >
      <Suspense fallback={<PageSkeleton />}>
        <View {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

class RemoteDown extends Error {}

async function loadView<P>(remote: string, module: string, attempt: number): Promise<{ default: ComponentType<P> }> {
  try {
    return await loadRemoteModule<{ default: ComponentType<P> }>(remote, module);
  } catch (cause) {
    throw new RemoteDown(`remote ${remote}, attempt ${attempt + 1}`, { cause });
  }
}

const downProblem = (remote: string, detail: string): ApiProblem => new ApiProblem({ code: `remote.${remote}`, detail });
