import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react';
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
  const [, setAttempt] = useState(0);
  const View = viewOf<P>(remote, module);
  return (
    <ErrorBoundary
      resetKey={View}
      onRetry={() => {
        views.delete(`${remote}/${module}`);
        setAttempt((last) => last + 1);
      }}
      fallback={(error, retry) =>
        error instanceof RemoteDown ? (
          <ErrorCard
            error={downProblem(remote, t('error.remote_text'))}
            title={t('error.remote_title')}
            retry={retry}
          />
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

// Outside of the component: React may draw it several times before it first stays, and each must be the same attempt. React
// keeps a lazy component's failure for good, so a retry makes a new one.
const views = new Map<string, unknown>();

function viewOf<P>(remote: string, module: string): LazyExoticComponent<ComponentType<P>> {
  const key = `${remote}/${module}`;
  const known = views.get(key) as LazyExoticComponent<ComponentType<P>> | undefined;
  if (known) return known;
  const view = lazy(() =>
    loadRemoteModule<{ default: ComponentType<P> }>(remote, module).catch((cause: unknown) => {
      throw new RemoteDown(`The remote "${remote}" did not load`, { cause });
    }),
  );
  views.set(key, view);
  return view;
}

const downProblem = (remote: string, detail: string): ApiProblem =>
  new ApiProblem({ code: `remote.${remote}`, detail });
