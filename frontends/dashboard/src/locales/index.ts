import type { Namespace } from '@linkway/kit/i18n';

/** One for each page, named like its tab, and `dashboard` for what several show; fetched when a page first shows. */
export const namespaces = {
  dashboard: {
    en: () => import('./dashboard/en.json', { with: { type: 'json' } }),
    vi: () => import('./dashboard/vi.json', { with: { type: 'json' } }),
  },
  overview: {
    en: () => import('./overview/en.json', { with: { type: 'json' } }),
    vi: () => import('./overview/vi.json', { with: { type: 'json' } }),
  },
  create: {
    en: () => import('./create/en.json', { with: { type: 'json' } }),
    vi: () => import('./create/vi.json', { with: { type: 'json' } }),
  },
  'my-links': {
    en: () => import('./my-links/en.json', { with: { type: 'json' } }),
    vi: () => import('./my-links/vi.json', { with: { type: 'json' } }),
  },
  campaigns: {
    en: () => import('./campaigns/en.json', { with: { type: 'json' } }),
    vi: () => import('./campaigns/vi.json', { with: { type: 'json' } }),
  },
  analytics: {
    en: () => import('./analytics/en.json', { with: { type: 'json' } }),
    vi: () => import('./analytics/vi.json', { with: { type: 'json' } }),
  },
  profile: {
    en: () => import('./profile/en.json', { with: { type: 'json' } }),
    vi: () => import('./profile/vi.json', { with: { type: 'json' } }),
  },
  settings: {
    en: () => import('./settings/en.json', { with: { type: 'json' } }),
    vi: () => import('./settings/vi.json', { with: { type: 'json' } }),
  },
  api: {
    en: () => import('./api/en.json', { with: { type: 'json' } }),
    vi: () => import('./api/vi.json', { with: { type: 'json' } }),
  },
  webhooks: {
    en: () => import('./webhooks/en.json', { with: { type: 'json' } }),
    vi: () => import('./webhooks/vi.json', { with: { type: 'json' } }),
  },
} satisfies Record<string, Namespace>;
