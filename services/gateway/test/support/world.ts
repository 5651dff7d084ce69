import { beforeAll } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { startService, type TestServers, useServers } from '@linkway/platform/testkit';
import { service as gateway } from '../../src/main.js';
import { AccountResponder, identity } from './account.js';
import { AnalyticsResponder, analytics } from './analytics.js';
import { ApiKeyResponder } from './api-keys.js';
import { AuditLogResponder } from './audit-log.js';
import { Browser } from './browser.js';
import { AnalyticsExports, IdentityExports, LinksExports } from './data-export.js';
import { domains } from './domains.js';
import { LinksResponder, links } from './links.js';
import { RedirectResponder, redirect } from './redirect.js';

export interface World {
  servers: TestServers;
  url: string;
  identity: AccountResponder;
  apiKeys: ApiKeyResponder;
  links: LinksResponder;
  redirect: RedirectResponder;
  analytics: AnalyticsResponder;
  auditLog: AuditLogResponder;
  exports: { identity: IdentityExports; links: LinksExports; analytics: AnalyticsExports };
  services: Record<'identity' | 'links' | 'analytics' | 'redirect', RunningService>;
  browser(): Browser;
  /** A browser with a session and a CSRF token. */
  signedIn(): Promise<Browser>;
  /** Another process of the gateway, with these settings instead. */
  another(environment?: Record<string, string>): Promise<RunningService>;
}

let accounts = 0;
export const freshEmail = (): string => `ada${(accounts += 1)}@example.com`;

/** The gateway over a real NATS, with in-memory neighbours that answer on it. */
export function useWorld(environment: () => Record<string, string> = () => ({})): World {
  const servers = useServers({ nats: true });
  const world = { servers } as World;
  beforeAll(async () => {
    const [identityService, linksService, analyticsService, redirectService] = await Promise.all([
      startService(identity, servers.env('identity')),
      startService(links, servers.env('links')),
      startService(analytics, servers.env('analytics')),
      startService(redirect, servers.env('redirect')),
      startService(domains, servers.env('domains')),
    ]);
    world.another = (own = {}) =>
      startService(gateway, {
        ...servers.env('gateway'),
        COOKIE_SECRET: 'a test secret',
        SESSION_SIGNING_SECRET: 'another test secret',
        ...environment(),
        ...own,
      });
    const running = await world.another();
    world.url = running.httpUrl ?? '';
    world.identity = identityService.get(AccountResponder);
    world.apiKeys = identityService.get(ApiKeyResponder);
    world.links = linksService.get(LinksResponder);
    world.redirect = redirectService.get(RedirectResponder);
    world.analytics = analyticsService.get(AnalyticsResponder);
    world.auditLog = analyticsService.get(AuditLogResponder);
    world.exports = {
      identity: identityService.get(IdentityExports),
      links: linksService.get(LinksExports),
      analytics: analyticsService.get(AnalyticsExports),
    };
    world.services = {
      identity: identityService,
      links: linksService,
      analytics: analyticsService,
      redirect: redirectService,
    };
    world.browser = () => new Browser(world.url);
    world.signedIn = async () => {
      const browser = world.browser();
      await browser.register(freshEmail());
      await browser.takeCsrfToken();
      return browser;
    };
  }, 120_000);
  return world;
}
