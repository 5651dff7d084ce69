import { lazyPart } from '@linkway/kit/base';
import { withTexts } from '@linkway/kit/i18n';
import type { ComponentType } from 'react';

const page = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazyPart(withTexts('[[remote]]', load));

/** Tab key -> page, each fetched when it opens. The menu shows those that are in ../tabs.json. */
export const pages: Record<string, ComponentType> = {
  '[[remote]]': page(() => import('./[[remote]]/[[remote]]-page')),
};
