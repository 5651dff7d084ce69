import type { Namespace } from '@linkway/kit/i18n';
import publicEn from './public/en.json' with { type: 'json' };

/** `public` in English comes with the first script, in Vietnamese beside it (its pages ask for both at once); the others when a page asks for them. */
export const namespaces = {
  public: {
    en: publicEn,
    vi: () => import(/* webpackChunkName: "public-vi" */ './public/vi.json', { with: { type: 'json' } }),
  },
  auth: {
    en: () => import(/* webpackChunkName: "auth-en" */ './auth/en.json', { with: { type: 'json' } }),
    vi: () => import(/* webpackChunkName: "auth-vi" */ './auth/vi.json', { with: { type: 'json' } }),
  },
  terms: {
    en: () => import('./terms/en.json', { with: { type: 'json' } }),
    vi: () => import('./terms/vi.json', { with: { type: 'json' } }),
  },
  recent: {
    en: () => import('./recent/en.json', { with: { type: 'json' } }),
    vi: () => import('./recent/vi.json', { with: { type: 'json' } }),
  },
  example: {
    en: () => import('./example/en.json', { with: { type: 'json' } }),
    vi: () => import('./example/vi.json', { with: { type: 'json' } }),
  },
  frame: {
    en: () => import('./frame/en.json', { with: { type: 'json' } }),
    vi: () => import('./frame/vi.json', { with: { type: 'json' } }),
  },
} satisfies Record<string, Namespace>;
