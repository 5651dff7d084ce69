import { type EventData, linkCreated, linkDeleted, linkUpdated, type Route } from '@linkway/contracts';

/** What is known of a (code, host) as of a version; without a route it is gone. */
export interface RouteVersion {
  code: string;
  host: string;
  version: number;
  route: Route | null;
}

type LinkEvent = EventData<typeof linkCreated> | EventData<typeof linkUpdated> | EventData<typeof linkDeleted>;

export const versionOf = (route: Route): RouteVersion => ({
  code: route.code,
  host: route.host,
  version: route.version,
  route,
});

/** What an event of links changes: its route, and the key that it left behind. */
export function changesOf(event: LinkEvent): RouteVersion[] {
  if (!('route' in event)) return [{ ...event.key, route: null }];
  const changes = [versionOf(event.route)];
  if ('previous' in event && event.previous) changes.push({ ...event.previous, route: null });
  return changes;
}

/** Puts together what two sources know of one code: the newer version of each host stands, of equal ones the second. */
export function newest(known: readonly RouteVersion[], more: readonly RouteVersion[]): RouteVersion[] {
  if (more.length === 0) return [...known];
  const byHost = new Map<string, RouteVersion>();
  for (const one of [...known, ...more]) {
    const other = byHost.get(one.host);
    if (!other || one.version >= other.version) byHost.set(one.host, one);
  }
  return [...byHost.values()];
}

/** The same with what links said when it was asked: it stands over an older version, over an equal one, and over `held`. */
export function corrected(known: readonly RouteVersion[], change: RouteVersion, held: number | null): RouteVersion[] {
  const other = known.find(({ host }) => host === change.host);
  if (other && other.version > change.version && other.version !== held) return [...known];
  return [...known.filter(({ host }) => host !== change.host), change];
}
