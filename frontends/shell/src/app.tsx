import { ErrorBoundary, PageSkeleton, Toaster } from '@linkway/kit/base';
import { BrowserRouter, useLocation } from '@linkway/kit/router';
import { Suspense, useEffect, useRef } from 'react';
import { focusPage } from './layout/focus-page';
import { useAddressLanguage } from './layout/use-address-language';
import { Pages } from './routes';

export function App() {
  // What the build has drawn is alive from here on.
  useEffect(() => document.getElementById('root')?.removeAttribute('data-drawn'), []);
  return (
    <BrowserRouter>
      <Page />
      <Toaster />
    </BrowserRouter>
  );
}

/** The page of the address; what fails in it stays in it, and another address is another try. */
export function Page() {
  const { pathname, hash } = useLocation();
  useAddressLanguage(pathname);
  // A new page starts at its top; a section's address goes to the section by itself.
  const place = useRef(pathname);
  useEffect(() => {
    if (place.current === pathname) return;
    place.current = pathname;
    if (hash) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    focusPage();
  }, [pathname, hash]);
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Pages />
      </Suspense>
    </ErrorBoundary>
  );
}
