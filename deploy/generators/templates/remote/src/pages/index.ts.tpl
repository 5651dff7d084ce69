import { type ComponentType, lazy } from 'react';

/** Tab key -> page, each fetched when it opens. The shell lists the same keys in frontends/shell/src/frame/tabs.ts. */
export const pages: Record<string, ComponentType> = {
  '[[remote]]': lazy(() => import('./[[remote]]/[[remote]]-page')),
};
