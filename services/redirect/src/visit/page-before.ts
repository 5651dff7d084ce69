import type { PageBefore, Route } from '@linkway/contracts';
import type { System, VisitorKind } from '@linkway/platform/visitor';
import { hasPreview } from '../page/before-page.js';
import { canFrame } from '../page/cloak-page.js';

/** What a page depends on beside the link. */
export interface Leading {
  /** In ASCII. */
  destination: string;
  /** The visit came by https. */
  secure: boolean;
  /** That was visited, without its port. */
  host: string;
  /** Only called where the link opens apps. */
  system: () => System | null;
  /** The visitor asks not to be tracked. Only called where the link has trackers and no other page for people. */
  refusesTracking: () => boolean;
}

/** Whether some visits of a link are answered with a page. Asked once of each, since all others are led on without a look. */
export const hasPages = ({ countdown_seconds, custom_preview, is_cloaked, deep_links, trackers }: Route): boolean =>
  Boolean(countdown_seconds || custom_preview || is_cloaked || deep_links || trackers);

/**
 * The page that a visit is answered with in place of the redirect: programs that draw a card get the owner's words, people the first page
 * that the link has for them. Whoever else is led on at once. One page a visit: a second would be another click.
 */
export function pageFor(kind: VisitorKind, route: Route, leading: Leading): PageBefore | null {
  if (isPreviewed(kind, route)) return 'preview';
  if (kind !== 'human') return null;
  if (appOf(route, leading.system) !== null) return 'app';
  // Nobody leaves the short link, so nobody has to wait.
  if (route.is_cloaked && canFrame(leading)) return 'cloak';
  if (route.countdown_seconds) return 'countdown';
  return route.trackers && !leading.refusesTracking() ? 'tracker' : null;
}

/** The address of the app that a link has for a system. */
export function appOf({ deep_links }: Route, system: () => System | null): string | null {
  const wanted = deep_links ? system() : null;
  return (wanted && deep_links?.[wanted]) || null;
}

/** Programs that draw a card are shown it also where people are asked for the password. */
export const isPreviewed = (kind: VisitorKind, { custom_preview }: Route): boolean =>
  kind === 'preview' && hasPreview(custom_preview);
