import { reservedPaths } from '@linkway/contracts';

// The first part of every path that the product itself answers or may come to answer, and words that would mislead.
const RESERVED = new Set([
  ...reservedPaths,
  ...`
  api login logout register signup signin signout sign-in sign-up sign-out forgot-password reset-password verify-email
  verify confirm invite invitation invitations oauth oauth2 auth callback sso saml openid token tokens session sessions
  account accounts profile settings preferences password security-settings notifications onboarding welcome
  user users me team teams workspace workspaces organization organizations member members role roles
  dashboard admin admins administrator moderator staff owner superuser console panel manage manager
  blog bio tools tool payment-success payment-failed payment payments checkout billing invoice invoices
  subscription subscriptions subscribe unsubscribe plan plans upgrade order orders cart refund refunds coupon coupons
  links link campaigns campaign analytics statistics stats reports qr qr-codes codes domain sites templates
  api-docs openapi graphql webhook webhooks developers developer keys api-keys integrations changelog
  assets remotes static public media uploads images img css js fonts docs
  index favicon robots sitemap manifest config service-worker sw well-known _well-known feed rss
  healthz readyz livez metrics health status
  pricing price features domains terms privacy cookies about contact help support faq legal abuse security report
  home landing search explore careers jobs press imprint news community guide guides
  app www mail smtp ftp root system internal localhost linkway official verified
  null undefined true false nan
  `
    .trim()
    .split(/\s+/),
]);

// A code holds no dot, but the redirect sees whatever a visitor types: files are listed for whoever asks by name.
const RESERVED_FILES = new Set([
  'config.json',
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'index.html',
  '.well-known',
]);

/** Whether a code would hide, or be hidden by, a page of the product; upper and lower case alike. */
export function isReservedCode(code: string): boolean {
  const word = code.toLowerCase();
  return RESERVED.has(word) || RESERVED_FILES.has(word);
}
