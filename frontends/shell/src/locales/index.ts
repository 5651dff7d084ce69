import type { Namespace } from '@linkway/kit/i18n';
import publicEn from './public/en.json' with { type: 'json' };
import publicVi from './public/vi.json' with { type: 'json' };

/** `public` comes with the first script; the others when a page asks for them. */
export const namespaces: Record<string, Namespace> = {
  public: { en: publicEn, vi: publicVi },
  auth: {
    en: () => import('./auth/en.json', { with: { type: 'json' } }),
    vi: () => import('./auth/vi.json', { with: { type: 'json' } }),
  },
  terms: {
    en: () => import('./terms/en.json', { with: { type: 'json' } }),
    vi: () => import('./terms/vi.json', { with: { type: 'json' } }),
  },
  recent: {
    en: () => import('./recent/en.json', { with: { type: 'json' } }),
    vi: () => import('./recent/vi.json', { with: { type: 'json' } }),
  },
  frame: {
    en: () => import('./frame/en.json', { with: { type: 'json' } }),
    vi: () => import('./frame/vi.json', { with: { type: 'json' } }),
  },
};
