import {
  ANY_HOST,
  type EventData,
  type linkCreated,
  type linkDeleted,
  type linkUpdated,
  type Route,
} from '@linkway/contracts';

export interface RouteKey {
  code: string;
  host: string;
}

/** What is known of a (code, host) as of a version; without a route it leads nowhere. Version 0: nothing was ever told of it. */
export interface RouteVersion extends RouteKey {
  version: number;
  route: Route | null;
}

type LinkEvent = EventData<typeof linkCreated> | EventData<typeof linkUpdated> | EventData<typeof linkDeleted>;

/** A key as one text; no host has a space. */
export const nameOf = (code: string, host: string): string => `${host} ${code}`;

/** Where a visit of a host may find its link: on the host itself, else where links lead from any host. */
export const hostsFor = (host: string): string[] => (host === ANY_HOST ? [ANY_HOST] : [host, ANY_HOST]);

export const nothing = ({ code, host }: RouteKey): RouteVersion => ({ code, host, version: 0, route: null });

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

/** Of what two sources know of one key the newer version stands, of equal ones the second. */
export const newer = (known: RouteVersion | null | undefined, other: RouteVersion): RouteVersion =>
  known && known.version > other.version ? known : other;

/** Of each key the newest change. */
export function newestOf(changes: readonly RouteVersion[]): RouteVersion[] {
  const byKey = new Map<string, RouteVersion>();
  for (const change of changes) {
    const key = nameOf(change.code, change.host);
    byKey.set(key, newer(byKey.get(key), change));
  }
  return [...byKey.values()];
}

/** The same with what links said when it was asked: it stands over an older version, over an equal one, and over `held`. */
export const corrected = (
  known: RouteVersion | null | undefined,
  change: RouteVersion,
  held: number | null,
): RouteVersion => (known && known.version > change.version && known.version !== held ? known : change);
