import { registerNamespaces } from '@linkway/kit/i18n';
import { useLocation } from '@linkway/kit/router';
import { recoveryTexts } from '../locales/recovery';
import { ConfirmEmail } from './confirm-email';
import { ForgotPassword } from './forgot-password';
import { ResetPassword } from './reset-password';

registerNamespaces(recoveryTexts);

/** What a mail's link leads to, and what sends one: small pages that come together. */
export default function RecoveryPages() {
  const { pathname, hash } = useLocation();
  // Another mail's link in the same tab differs behind its # alone, and loads no page anew: what came of the one before is not said of it.
  if (pathname === '/reset-password') return <ResetPassword key={hash} />;
  return pathname === '/confirm-email' ? <ConfirmEmail key={hash} /> : <ForgotPassword />;
}
