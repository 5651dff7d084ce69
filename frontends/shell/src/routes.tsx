import { ErrorBoundary, ErrorCard, PageSkeleton } from '@linkway/kit/base';
import { Outlet, useLocation, useRouteError } from '@linkway/kit/router';
import { type ComponentType, lazy, Suspense } from 'react';
import { LandingPage } from './public/landing-page';
import { NotFoundPage } from './public/not-found-page';

// The landing page and 404 are in the first script; every other page is fetched when it opens.
const LoginPage = lazy(() => import('./auth/login-page'));
const RegisterPage = lazy(() => import('./auth/register-page'));
const DashboardFrame = lazy(() => import('./frame/dashboard-frame'));

const page = (Page: ComponentType) => <Page />;

/** Every address of the web app, tests included. */
export const routes = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      { path: '/', element: page(LandingPage) },
      { path: '/login', element: page(LoginPage) },
      { path: '/register', element: page(RegisterPage) },
      { path: '/dashboard', element: page(DashboardFrame) },
      { path: '*', element: page(NotFoundPage) },
    ],
  },
];

function Root() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

function RouteError() {
  return <ErrorCard error={useRouteError()} retry={() => window.location.reload()} />;
}
