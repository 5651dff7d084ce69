// oxlint-disable-next-line no-restricted-imports -- here its failures are forgotten
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/problem';
import { ErrorBoundary } from './error-boundary';
import { ErrorCard } from './error-card';
import { loadPart, PartDown } from './load-part';
import { PageSkeleton } from './skeleton';

interface Options<P> {
  /** Drawn until the part is there. */
  waiting?: ReactNode;
  /** Around the card of a part that did not load, as a page's header. */
  frame?: ComponentType<{ children: ReactNode }>;
  /** Instead of the card. */
  failed?: (problem: ApiProblem, props: P) => ReactNode;
  /** What the page shows is worth more than this part: it is not loaded anew for a newer build. */
  stays?: boolean;
  /** Told where the server is there and the part is not. */
  code?: string;
}

/** `fetch`: begins before it is drawn; what fails then is asked for again when it is. */
export type LazyPart<P> = ComponentType<P> & { fetch: () => void };

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A component that is fetched when it is first drawn: the app's only way to fetch one, as React.lazy keeps a failure for good.
 * What does not load has a card whose "Try again" does; so has the next visit.
 */
export function lazyPart<P extends object>(load: Load<P>, options: Options<P> = {}): LazyPart<P> {
  const { waiting = <PageSkeleton />, frame: Frame = Bare, failed, code, stays } = options;
  // Outside of the component: React may draw it several times before it first stays, and each must be the same attempt.
  let isDown = false;
  let underWay: ReturnType<Load<P>> | null = null;
  const begin = (): ReturnType<Load<P>> => {
    isDown = false;
    underWay ??= loadPart(load, code, stays).catch((error: unknown) => {
      isDown = true;
      underWay = null;
      throw error;
    });
    return underWay;
  };
  const attempt = () => lazy(begin);
  let View = attempt();
  const again = (): void => {
    if (isDown) View = attempt();
  };

  function Part(props: P) {
    const { t } = useTranslation('kit');
    const [, draw] = useReducer((tries: number) => tries + 1, 0);
    useEffect(() => again, []);
    const card = (error: unknown, retry: () => void): ReactNode => {
      if (!(error instanceof PartDown)) return <ErrorCard error={error} retry={retry} />;
      const text = error.code === 'network.unreachable' ? t('error.network') : t('error.remote_text');
      const problem = new ApiProblem({ code: error.code, detail: text });
      return failed ? (
        failed(problem, props)
      ) : (
        <Frame>
          <ErrorCard error={problem} title={t('error.remote_title')} retry={retry} />
        </Frame>
      );
    };
    const Shown = View as ComponentType<P>;
    return (
      <ErrorBoundary
        onRetry={() => {
          again();
          draw();
        }}
        fallback={card}
      >
        <Suspense fallback={waiting}>
          <Shown {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(Part, { fetch: () => void begin().catch(() => {}) });
}

const Bare = ({ children }: { children: ReactNode }) => children;
