import { lazyPart } from '@linkway/kit/base';
import { withTexts } from '@linkway/kit/i18n';
import type { ComponentType } from 'react';

/** With its own texts, named like its tab. */
const page = (tab: string, load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazyPart(withTexts(tab, load));

/** Tab key -> page, each fetched when it opens. The menu shows those that are in ../tabs.json. */
export const pages: Record<string, ComponentType> = {
  users: page('users', () => import('./users/users-page')),
  'guest-links': page('guest-links', () => import('./guest-links/guest-links-page')),
  domains: page('domains', () => import('./domains/domains-page')),
  logs: page('logs', () => import('./logs/logs-page')),
  security: page('security', () => import('./security/security-page')),
  'link-safety': page('link-safety', () => import('./link-safety/link-safety-page')),
  'orphan-visits': page('orphan-visits', () => import('./orphan-visits/orphan-visits-page')),
  languages: page('languages', () => import('./languages/languages-page')),
  deployment: page('deployment', () => import('./deployment/deployment-page')),
  smtp: page('smtp', () => import('./smtp/smtp-page')),
};
