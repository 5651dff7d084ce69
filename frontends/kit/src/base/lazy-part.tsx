// oxlint-disable-next-line no-restricted-imports -- here its failures are forgotten
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react';
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
 * What does not load has a card whose "Try again" does, which stays until the part is there; the next visit is another try.
 */
export function lazyPart<P extends object>(load: Load<P>, options: Options<P> = {}): LazyPart<P> {
  const { waiting = <PageSkeleton />, frame: Frame = Bare, failed, code, stays } = options;
  // Outside of the component: React may draw it several times before it first stays, and each must be the same attempt.
  let underWay: ReturnType<Load<P>> | null = null;
  const begin = (): ReturnType<Load<P>> => {
    underWay ??= loadPart(load, code, stays).catch((error: unknown) => {
      underWay = null;
      throw error;
    });
    return underWay;
  };
  // Of what is drawn: whether the files were fetched meanwhile says nothing about it.
  let isDown = false;
  const attempt = () => {
    isDown = false;
    return lazy(() =>
      begin().catch((error: unknown) => {
        isDown = true;
        throw error;
      }),
    );
  };
  let View = attempt();
  const again = (): void => {
    if (isDown) View = attempt();
  };

  function Part(props: P) {
    const { t } = useTranslation('kit');
    const [drawn, draw] = useReducer((tries: number) => tries + 1, 0);
    const [busy, setBusy] = useState(false);
    /** Why it did not load at the last try. */
    const [why, setWhy] = useState<PartDown | null>(null);
    useEffect(() => again, []);
    const retry = (): void => {
      setBusy(true);
      const come = (): void => {
        again();
        draw();
      };
      void begin()
        .then(come, setWhy)
        .then(() => setBusy(false));
    };
    const card = (error: unknown, drawAgain: () => void): ReactNode => {
      if (!(error instanceof PartDown)) return <ErrorCard error={error} retry={drawAgain} />;
      const { code: reason } = why ?? error;
      const text = reason === 'network.unreachable' ? t('error.network') : t('error.remote_text');
      const problem = new ApiProblem({ code: reason, detail: text });
      return failed ? (
        failed(problem, props)
      ) : (
        <Frame>
          <ErrorCard error={problem} title={t('error.remote_title')} retry={retry} busy={busy} />
        </Frame>
      );
    };
    const Shown = View as ComponentType<P>;
    return (
      <ErrorBoundary resetKey={drawn} fallback={card}>
        <Suspense fallback={waiting}>
          <Shown {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(Part, { fetch: () => void begin().catch(() => {}) });
}

const Bare = ({ children }: { children: ReactNode }) => children;
