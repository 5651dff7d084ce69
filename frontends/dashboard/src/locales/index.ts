import type { Namespace } from '@linkway/kit/i18n';

/** Fetched when a page of this remote first shows. */
export const namespaces = {
  dashboard: {
    en: () => import('./dashboard/en.json', { with: { type: 'json' } }),
    vi: () => import('./dashboard/vi.json', { with: { type: 'json' } }),
  },
} satisfies Record<string, Namespace>;
