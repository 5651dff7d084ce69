import { ErrorBoundary, PageSkeleton, Toaster } from '@linkway/kit/base';
import { BrowserRouter, useLocation } from '@linkway/kit/router';
import { Suspense } from 'react';
import { Pages } from './routes';

export function App() {
  return (
    <BrowserRouter>
      <Page />
      <Toaster />
    </BrowserRouter>
  );
}

/** The page of the address; what fails in it stays in it, and another address is another try. */
export function Page() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Pages />
      </Suspense>
    </ErrorBoundary>
  );
}
