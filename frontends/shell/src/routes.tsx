import { Route, Routes } from '@linkway/kit/router';
import { lazy } from 'react';
import { LandingPage } from './public/landing/landing-page';
import { NotFoundPage } from './public/not-found-page';

// The landing page and 404 are in the first script; every other page is fetched when it opens.
const LoginPage = lazy(() => import('./auth/login-page'));
const RegisterPage = lazy(() => import('./auth/register-page'));
const TermsPage = lazy(() => import('./public/terms-page'));
const DashboardFrame = lazy(() => import('./frame/dashboard-frame'));

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
