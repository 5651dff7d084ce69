import { type ComponentType, lazy } from 'react';

/** Tab key -> page, each fetched when it opens. The shell lists the same keys in frontends/shell/src/frame/tabs.ts. */
export const pages: Record<string, ComponentType> = {
  overview: lazy(() => import('./overview/overview-page')),
  create: lazy(() => import('./create/create-page')),
  'my-links': lazy(() => import('./my-links/my-links-page')),
  analytics: lazy(() => import('./analytics/analytics-page')),
};
