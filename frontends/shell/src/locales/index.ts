import type { Namespace } from '@linkway/kit/i18n';
import publicEn from './public/en.json';
import publicVi from './public/vi.json';

/** `public` comes with the first script; the others when a page asks for them. */
export const namespaces: Record<string, Namespace> = {
  public: { en: publicEn, vi: publicVi },
  auth: { en: () => import('./auth/en.json'), vi: () => import('./auth/vi.json') },
  frame: { en: () => import('./frame/en.json'), vi: () => import('./frame/vi.json') },
};
