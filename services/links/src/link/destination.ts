import { isCompleteHost, isHttpUrl, MAX_DESTINATIONS_LENGTH, MAX_LOCATION_LENGTH } from '@linkway/contracts';
import { fieldError, kindOfHost } from '@linkway/platform';
import { plainHost } from '../domain/domain-address.js';
import type { DeviceTargeting, SystemTargeting } from './link.entity.js';

/** What is ours of this machine, where Linkway is served on loopback. */
export interface OwnLoopback {
  /** Ports that Linkway itself answers on, under whatever name or address of loopback. */
  ports: ReadonlySet<string>;
  /** The app has no name of its own there: its cookies, which know no ports, may be at any name of loopback. */
  holdsApp: boolean;
}

export interface DestinationRules {
  /** On a laptop, links to what runs on the same machine are useful; anywhere else they lead nowhere. */
  allowLoopback: boolean;
  /** Hosts of the platform's active domains, and their aliases. A short link there may be on any port. */
  ownHosts: ReadonlySet<string>;
  /** Hosts of the app: its cookies would be sent to whatever listens there on another port. */
  appHosts: ReadonlySet<string>;
  ownLoopback: OwnLoopback;
}

/** What a visitor's browser is sent to: the URL in ASCII, as a Location header needs it. */
export const locationOf = (url: string): string => new URL(url).href;

/** Refuses a destination that must not be shortened. `field` is the name in the request. Throws AppError `links.url_*`. */
export function checkDestination(field: string, text: string, rules: DestinationRules): void {
  if (!URL.canParse(text)) throw fieldError(field, 'links.url_invalid');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fieldError(field, 'links.url_invalid');
  // Credentials in a URL are mostly there to pass one host off as another.
  if (url.username !== '' || url.password !== '') throw fieldError(field, 'links.url_credentials');
  if (url.href.length > MAX_LOCATION_LENGTH) throw fieldError(field, 'request.field_too_long');
  const host = plainHost(url);
  if (rules.ownHosts.has(host)) throw fieldError(field, 'links.url_loop');
  if (rules.appHosts.has(host)) throw fieldError(field, 'links.url_own_host');
  const kind = kindOfHost(url.hostname);
  if (kind !== 'loopback' && !isCompleteHost(url.hostname)) throw fieldError(field, 'links.url_incomplete');
  if (kind === 'private') throw fieldError(field, 'links.url_private');
  if (kind === 'loopback') checkLoopback(field, url, rules);
  if (!canBeReached(url)) throw fieldError(field, 'links.url_invalid');
}

/** The URL class takes names that DNS cannot hold (RFC 1035 2.3.4), and the port that is none. */
function canBeReached({ hostname, port }: URL): boolean {
  const name = hostname.replace(/\.$/, '');
  return port !== '0' && name.length <= 253 && name.split('.').every((label) => label !== '' && label.length <= 63);
}

function checkLoopback(field: string, url: URL, { allowLoopback, ownLoopback }: DestinationRules): void {
  if (ownLoopback.ports.has(portOf(url))) throw fieldError(field, 'links.url_loop');
  if (!allowLoopback) throw fieldError(field, 'links.url_private');
  if (ownLoopback.holdsApp) throw fieldError(field, 'links.url_own_host');
}

/** The port that a URL leads to, the usual one where it names none. */
export const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

export interface Destinations {
  url?: string | undefined;
  device_targeting?: DeviceTargeting | undefined;
  system_targeting?: SystemTargeting | undefined;
  location_targeting?: Record<string, string> | undefined;
  deep_links?: SystemTargeting | undefined;
  trackers?: { custom?: string | undefined } | undefined;
  rules?: readonly { url: string }[] | undefined;
  ab_test?: { url_b: string } | null | undefined;
  fallback_url?: string | null | undefined;
  custom_preview?: { image_url?: string | undefined } | undefined;
}

/** Every address of a request, or of a link, by the name of its field. */
export const destinationsOf = (request: Destinations): [field: string, url: string][] => [
  ...(request.url === undefined ? [] : [['url', request.url] satisfies [string, string]]),
  ...targetsOf('device_targeting', request.device_targeting),
  ...targetsOf('system_targeting', request.system_targeting),
  ...targetsOf('location_targeting', request.location_targeting),
  // Those of apps lead to no host, and are bounded by themselves.
  ...targetsOf('deep_links', request.deep_links).filter(([, url]) => isHttpUrl(url)),
  ...(request.rules ?? []).map(({ url }, at): [string, string] => [`rules.${at}.url`, url]),
  ...(request.ab_test ? [['ab_test.url_b', request.ab_test.url_b] satisfies [string, string]] : []),
  // No visitor is led there, but programs that draw cards are.
  ...(request.custom_preview?.image_url
    ? [['custom_preview.image_url', request.custom_preview.image_url] satisfies [string, string]]
    : []),
  // Nor here, but browsers load it.
  ...(request.trackers?.custom ? [['trackers.custom', request.trackers.custom] satisfies [string, string]] : []),
  ...(request.fallback_url ? [['fallback_url', request.fallback_url] satisfies [string, string]] : []),
];

const targetsOf = (field: string, targets: object = {}): [field: string, url: string][] =>
  Object.entries(targets).map(([name, url]: [string, string]) => [`${field}.${name}`, url]);

/** The host of every destination of a request. */
export const hostsOf = (request: Destinations): string[] =>
  destinationsOf(request).flatMap(([, url]) => (URL.canParse(url) ? [plainHost(new URL(url))] : []));

/** Checks the destinations of a request, those that it has. Throws AppError `links.url_*`. */
export function checkDestinations(request: Destinations, rules: DestinationRules): void {
  for (const [field, url] of destinationsOf(request)) checkDestination(field, url, rules);
}

/** What a link would lead to must fit into one event. Throws `links.destinations_too_long`, at the longest of them. */
export function requireFit(destinations: Destinations): void {
  const lengths = destinationsOf(destinations).map(([field, url]) => ({ field, length: locationOf(url).length }));
  const all = lengths.reduce((sum, { length }) => sum + length, 0);
  if (all <= MAX_DESTINATIONS_LENGTH) return;
  const [longest] = lengths.sort((a, b) => b.length - a.length);
  throw fieldError(longest?.field ?? 'url', 'links.destinations_too_long', { max: MAX_DESTINATIONS_LENGTH });
}
