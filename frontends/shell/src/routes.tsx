import { lazyPart, PageSkeleton } from '@linkway/kit/base';
import { withTexts } from '@linkway/kit/i18n';
import { Route, Routes } from '@linkway/kit/router';
import { PublicLayout } from './layout/public-layout';
import { LandingPage } from './public/landing/landing-page';
import { NotFoundPage } from './public/not-found-page';

const inLayout = {
  frame: PublicLayout,
  waiting: (
    <PublicLayout>
      <PageSkeleton />
    </PublicLayout>
  ),
};

// The landing page and 404 are in the first script; every other page is fetched when it opens, below the header that it has.
const LoginPage = lazyPart(
  withTexts('auth', () => import('./auth/login-page')),
  inLayout,
);
const RegisterPage = lazyPart(
  withTexts('auth', () => import('./auth/register-page')),
  inLayout,
);
const TermsPage = lazyPart(
  withTexts('terms', () => import('./public/terms-page')),
  inLayout,
);
const DashboardFrame = lazyPart(
  withTexts('frame', () => import('./frame/dashboard-frame')),
  {
    frame: PublicLayout,
    // Under the outline that the gateway writes into the page.
    waiting: (
      <div data-outline>
        <PageSkeleton />
      </div>
    ),
  },
);

/** Every address of the web app. */
export function Pages() {
  return (
    <Routes>
      <Route path="/" element={<LandingPage />} />
      <Route path="/login" element={<LoginPage />} />
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/terms" element={<TermsPage />} />
      <Route path="/dashboard" element={<DashboardFrame />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
