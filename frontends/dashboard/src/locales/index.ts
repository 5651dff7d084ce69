import type { Namespace } from '@linkway/kit/i18n';

/** Fetched when a page of this remote first shows. */
export const namespaces: Record<string, Namespace> = {
  dashboard: { en: () => import('./dashboard/en.json'), vi: () => import('./dashboard/vi.json') },
};
