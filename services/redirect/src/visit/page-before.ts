import type { Route } from '@linkway/contracts';
import { kindOf } from '@linkway/platform/visitor';
import { hasPreview } from '../page/before-page.js';
import type { Visit } from './visit.js';

/**
 * The page that a visit is answered with in place of the redirect: programs that draw a card get the owner's words, people wait.
 * Whoever else is led on at once. Costs nothing of a link without such pages.
 */
export function pageBefore(visit: Visit, { countdown_seconds, custom_preview }: Route): 'preview' | 'countdown' | null {
  if (!countdown_seconds && custom_preview === undefined) return null;
  const { kind } = kindOf(visit);
  if (kind === 'preview' && hasPreview(custom_preview)) return 'preview';
  return kind === 'human' && countdown_seconds ? 'countdown' : null;
}
