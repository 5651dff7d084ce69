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

/** Puts together what two sources know of one code: the newer version of each host stands. */
export function newest(known: readonly RouteVersion[], more: readonly RouteVersion[]): RouteVersion[] {
  if (more.length === 0) return [...known];
  const byHost = new Map<string, RouteVersion>();
  for (const one of [...known, ...more]) {
    const other = byHost.get(one.host);
    if (!other || one.version > other.version) byHost.set(one.host, one);
  }
  return [...byHost.values()];
}
