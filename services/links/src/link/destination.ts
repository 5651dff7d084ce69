import { kindOfHost } from '../address/private-host.js';
import { fieldError } from '../field-error.js';

// A longer Location header is more than common proxies and clients take.
const MAX_LOCATION_LENGTH = 8_000;

export interface DestinationRules {
  /** On a laptop, links to what runs on the same machine are useful; anywhere else they lead nowhere. */
  allowLoopback: boolean;
  /** `host` or `host:port` of every active domain of the platform. */
  ownHosts: ReadonlySet<string>;
}

/** What a visitor's browser is sent to: the URL in ASCII, as a Location header needs it. */
export const locationOf = (url: string): string => new URL(url).href;

/** Refuses a destination that must not be shortened. `field` is the name in the request. Throws AppError `links.url_*`. */
export function checkDestination(field: string, text: string, rules: DestinationRules): void {
  if (!URL.canParse(text)) throw fieldError(field, 'links.url_invalid');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fieldError(field, 'links.url_invalid');
  // Credentials in a URL are mostly there to pass one host off as another.
  if (url.username !== '' || url.password !== '') throw fieldError(field, 'links.url_invalid');
  if (url.href.length > MAX_LOCATION_LENGTH) throw fieldError(field, 'request.field_too_long');
  if (rules.ownHosts.has(addressOf(url))) throw fieldError(field, 'links.url_loop');
  const kind = kindOfHost(url.hostname);
  if (kind === 'private' || (kind === 'loopback' && !rules.allowLoopback)) throw fieldError(field, 'links.url_private');
}

// `example.com.` is the same place as `example.com`.
const addressOf = (url: URL): string => url.host.replace(/\.(?=:|$)/, '');

type Targets = { [device in 'mobile' | 'tablet' | 'desktop']?: string };

export interface Destinations {
  url?: string | undefined;
  device_targeting?: Targets | undefined;
}

const destinationsOf = (request: Destinations): [field: string, url: string][] => [
  ...(request.url === undefined ? [] : [['url', request.url] satisfies [string, string]]),
  ...Object.entries(request.device_targeting ?? {}).map(([device, url]): [string, string] => [
    `device_targeting.${device}`,
    url,
  ]),
];

/** `host` or `host:port` of every destination of a request. */
export const addressesOf = (request: Destinations): string[] =>
  destinationsOf(request).flatMap(([, url]) => (URL.canParse(url) ? [addressOf(new URL(url))] : []));

/** Checks the destinations of a request, those that it has. Throws AppError `links.url_*`. */
export function checkDestinations(request: Destinations, rules: DestinationRules): void {
  for (const [field, url] of destinationsOf(request)) checkDestination(field, url, rules);
}
