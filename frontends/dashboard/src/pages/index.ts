import { lazyPart } from '@linkway/kit/base';
import { withTexts } from '@linkway/kit/i18n';
import type { ComponentType } from 'react';

/** With its own texts, named like its tab, and those that several pages show. */
const page = (tab: string, load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazyPart(withTexts(tab, withTexts('dashboard', load)));

/** Tab key -> page, each fetched when it opens. The menu shows those that are in ../tabs.json. */
export const pages: Record<string, ComponentType> = {
  overview: page('overview', () => import('./overview/overview-page')),
  create: page('create', () => import('./create/create-page')),
  'my-links': page('my-links', () => import('./my-links/my-links-page')),
  campaigns: page('campaigns', () => import('./campaigns/campaigns-page')),
  analytics: page('analytics', () => import('./analytics/analytics-page')),
  profile: page('profile', () => import('./profile/profile-page')),
  settings: page('settings', () => import('./settings/settings-page')),
  api: page('api', () => import('./api/api-page')),
  webhooks: page('webhooks', () => import('./webhooks/webhooks-page')),
};
