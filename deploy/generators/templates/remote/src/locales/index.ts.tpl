import type { Namespace } from '@linkway/kit/i18n';

/** Fetched when a page of this remote first shows. */
export const namespaces = {
  '[[remote]]': {
    en: () => import('./[[remote]]/en.json', { with: { type: 'json' } }),
    vi: () => import('./[[remote]]/vi.json', { with: { type: 'json' } }),
  },
} satisfies Record<string, Namespace>;
