import type { Namespace } from '@linkway/kit/i18n';

/** One for each page, named like its tab; fetched when a page first shows. */
export const namespaces = {
  users: {
    en: () => import('./users/en.json', { with: { type: 'json' } }),
    vi: () => import('./users/vi.json', { with: { type: 'json' } }),
  },
  'guest-links': {
    en: () => import('./guest-links/en.json', { with: { type: 'json' } }),
    vi: () => import('./guest-links/vi.json', { with: { type: 'json' } }),
  },
  domains: {
    en: () => import('./domains/en.json', { with: { type: 'json' } }),
    vi: () => import('./domains/vi.json', { with: { type: 'json' } }),
  },
  logs: {
    en: () => import('./logs/en.json', { with: { type: 'json' } }),
    vi: () => import('./logs/vi.json', { with: { type: 'json' } }),
  },
  'orphan-visits': {
    en: () => import('./orphan-visits/en.json', { with: { type: 'json' } }),
    vi: () => import('./orphan-visits/vi.json', { with: { type: 'json' } }),
  },
  'link-safety': {
    en: () => import('./link-safety/en.json', { with: { type: 'json' } }),
    vi: () => import('./link-safety/vi.json', { with: { type: 'json' } }),
  },
  security: {
    en: () => import('./security/en.json', { with: { type: 'json' } }),
    vi: () => import('./security/vi.json', { with: { type: 'json' } }),
  },
  languages: {
    en: () => import('./languages/en.json', { with: { type: 'json' } }),
    vi: () => import('./languages/vi.json', { with: { type: 'json' } }),
  },
  smtp: {
    en: () => import('./smtp/en.json', { with: { type: 'json' } }),
    vi: () => import('./smtp/vi.json', { with: { type: 'json' } }),
  },
  deployment: {
    en: () => import('./deployment/en.json', { with: { type: 'json' } }),
    vi: () => import('./deployment/vi.json', { with: { type: 'json' } }),
  },
  'two-factor-first': {
    en: () => import('./two-factor-first/en.json', { with: { type: 'json' } }),
    vi: () => import('./two-factor-first/vi.json', { with: { type: 'json' } }),
  },
} satisfies Record<string, Namespace>;
