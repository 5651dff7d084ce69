import { Toaster } from '@linkway/kit/base';
import { startI18n } from '@linkway/kit/i18n';
import { createQueryClient, QueryClientProvider } from '@linkway/kit/query';
import { BrowserRouter, Link, onTabChange, useSearchParams } from '@linkway/kit/router';
import { startTheme } from '@linkway/kit/theme';
import { UiProvider } from '@linkway/kit/ui';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { pages } from '../src/pages';
import Tab from '../src/tab';

// This remote without the shell, for its team: the same page component, real API behind the dev server's proxy. Sign in
// through the product first (the cookie is the host's, whatever the port).
function Standalone() {
  const [params, setParams] = useSearchParams();
  useEffect(() => onTabChange(({ tab, params: carried }) => setParams({ tab, ...carried })), [setParams]);
  return (
    <>
      <nav>
        {Object.keys(pages).map((key) => (
          <Link key={key} to={`/?tab=${key}`}>
            {key}{' '}
          </Link>
        ))}
      </nav>
      <main>
        <Tab tab={params.get('tab') ?? 'users'} />
      </main>
    </>
  );
}

startTheme();
await startI18n();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={createQueryClient()}>
      <UiProvider>
        <BrowserRouter>
          <Standalone />
        </BrowserRouter>
      </UiProvider>
      <Toaster />
    </QueryClientProvider>,
  );
}
