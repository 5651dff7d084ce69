import { lazyPart, PageSkeleton } from '@linkway/kit/base';
import { withTexts } from '@linkway/kit/i18n';
import { Route, Routes } from '@linkway/kit/router';
import { AuthPage, loginWaiting, registerWaiting } from './auth/auth-page';
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

// The landing page, 404 and the frame of the sign-in are in the first script; what else a page shows is fetched when it opens.
const LoginForm = lazyPart(
  withTexts('auth', () => import(/* webpackChunkName: "login" */ './auth/login-form')),
  { waiting: loginWaiting },
);
const RegisterForm = lazyPart(
  withTexts('auth', () => import(/* webpackChunkName: "register" */ './auth/register-form')),
  { waiting: registerWaiting },
);
const TermsPage = lazyPart(
  withTexts('terms', () => import(/* webpackChunkName: "terms" */ './public/terms-page')),
  inLayout,
);
const RecoveryPages = lazyPart(
  withTexts('auth', () => import('./recovery/recovery-pages')),
  inLayout,
);
const ReportPage = lazyPart(
  withTexts('auth', () => import('./report/report-page')),
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
      <Route path="/" caseSensitive element={<LandingPage />} />
      <Route path="/vi" caseSensitive element={<LandingPage />} />
      <Route
        path="/login"
        caseSensitive
        element={
          <AuthPage page="login">
            <LoginForm />
          </AuthPage>
        }
      />
      <Route
        path="/register"
        caseSensitive
        element={
          <AuthPage page="register">
            <RegisterForm />
          </AuthPage>
        }
      />
      <Route path="/forgot-password" caseSensitive element={<RecoveryPages />} />
      <Route path="/reset-password" caseSensitive element={<RecoveryPages />} />
      <Route path="/confirm-email" caseSensitive element={<RecoveryPages />} />
      <Route path="/report" caseSensitive element={<ReportPage />} />
      <Route path="/terms" caseSensitive element={<TermsPage />} />
      <Route path="/vi/terms" caseSensitive element={<TermsPage />} />
      <Route path="/dashboard" element={<DashboardFrame />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
