import { type ConfigOf, env, serviceConfig } from '@linkway/platform';

/** What goes over http to another machine could be read, and changed, on its way. */
function isSafeIssuer(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

const shape = {
  /** Origin that browsers see, where it differs from the request's own (`https://app.example.com`). */
  PUBLIC_URL: env.string(''),
  /** Names beside that one under which app and API are served. No link may lead to them: links has the same setting. */
  APP_HOSTS: env.list(),
  /** True wherever browsers come over https: `__Host-` cookies and HSTS. The scheme may be given in place of true and false. */
  COOKIE_SECURE: env
    .choice(['true', 'false', 'https', 'http'], 'false')
    .transform((value) => value === 'true' || value === 'https'),
  /** Signs the cookie that holds the CSRF secret; the same on every node. */
  COOKIE_SECRET: env.secret(),
  /** Signs session cookies; the same on every node. The one before it is still believed, so that it can be changed. */
  SESSION_SIGNING_SECRET: env.secret(),
  SESSION_SIGNING_SECRET_PREVIOUS: env.string(''),
  /** Session cookies without a good signature, as the former release sets them: asked of identity, and signed; or refused. */
  SESSION_UNSIGNED: env.choice(['accept', 'refuse'], 'refuse'),
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are believed. */
  TRUSTED_PROXIES: env.list(),
  /** Per signed-in user, else per client address; one that a person at normal use never meets. */
  RATE_LIMIT_PER_MINUTE: env.int(3000, 1),
  /** Requests to the API that are worked on at once, and those that may wait for a moment. */
  REQUESTS_AT_ONCE: env.int(256, 1),
  REQUESTS_QUEUED: env.int(1_024, 0),
  /** Open pages that this process tells of clicks; more of them ask by themselves. */
  LIVE_PAGES: env.int(10_000, 0),
  /** Where `/{code}` is passed on to; empty: not served here. */
  REDIRECT_URL: env.string(''),
  /** Sent along with them, where the redirect service asks for it before it believes where a visitor comes from. */
  PROXY_SECRET: env.string(''),
  /** Folder of the built web app; empty: served by something else. */
  WEB_ROOT: env.string(''),
  /** `name=folder` of each remote that is served from here, under /remotes/name/. */
  REMOTES_ROOT: env.list(),
  /** `name=address of its mf-manifest.json`, for remotes that live elsewhere. */
  REMOTES: env.list(),
  /** The client that this server is to Google; both or neither. Identity has id and issuer as well. */
  GOOGLE_CLIENT_ID: env.string(''),
  GOOGLE_CLIENT_SECRET: env.string(''),
  /** Another provider of OpenID Connect, as tests have one. */
  GOOGLE_ISSUER: env.url('https://accounts.google.com').refine(isSafeIssuer, 'must begin with https://'),
};

export const gatewayConfig = serviceConfig(shape).superRefine(({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }, ctx) => {
  if ((GOOGLE_CLIENT_ID === '') === (GOOGLE_CLIENT_SECRET === '')) return;
  const missing = GOOGLE_CLIENT_ID === '' ? 'GOOGLE_CLIENT_ID' : 'GOOGLE_CLIENT_SECRET';
  ctx.addIssue({ code: 'custom', path: [missing], message: 'is required' });
});
export type GatewayConfig = ConfigOf<typeof gatewayConfig>;
