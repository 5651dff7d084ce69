import type { Route } from '@linkway/contracts';
import { kindOf, type VisitorKind } from '@linkway/platform/visitor';
import { hasPreview } from '../page/before-page.js';
import type { Visit } from './visit.js';

export type PageBefore = 'preview' | 'countdown';

/**
 * The page that a visit is answered with in place of the redirect: programs that draw a card get the owner's words, people wait.
 * Whoever else is led on at once. Costs nothing of a link without such pages.
 */
export const pageBefore = (visit: Visit, route: Route): PageBefore | null => pageFor(() => kindOf(visit).kind, route);

/** As `pageBefore`. `kindOf`: only asked for a link that has such pages. */
export function pageFor(kindOf: () => VisitorKind, { countdown_seconds, custom_preview }: Route): PageBefore | null {
  if (!countdown_seconds && custom_preview === undefined) return null;
  const kind = kindOf();
  if (kind === 'preview' && hasPreview(custom_preview)) return 'preview';
  return kind === 'human' && countdown_seconds ? 'countdown' : null;
}
