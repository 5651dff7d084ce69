import type { IncomingMessage } from 'node:http';
import type { Route } from '@linkway/contracts';
import { escape } from './escape.js';
import { isNamedByPolicies } from './policy-host.js';

/** What a page has of the link's trackers. */
export interface Tracking {
  html: string;
  /** What its policy lets the frame load. */
  scripts: readonly string[];
  pictures: readonly string[];
  connections: readonly string[];
}
export const NO_TRACKING: Tracking = { html: '', scripts: [], pictures: [], connections: [] };

interface Trackers {
  pictures: string[];
  google?: string;
  tiktok?: string;
}

const GOOGLE = 'https://www.googletagmanager.com';
const GOOGLE_HITS = ['https://*.google-analytics.com', 'https://*.analytics.google.com', GOOGLE];
const TIKTOK = 'https://analytics.tiktok.com';

/**
 * The same text for all links, which the page's policy names by its hash. It begins once the frame is loaded, so that nobody waits for a
 * tracker: the page's own way onward counts from its load. Google and TikTok have scripts; what has a picture for browsers without them is asked by that.
 */
export const TRACKER_SCRIPT = `addEventListener('load',()=>{const d=document,w=window,{pictures,google,tiktok,at}=JSON.parse(d.body.dataset.of),load=src=>{const s=d.createElement('script');s.async=true;s.src=src;d.head.append(s)};for(const src of pictures)new Image().src=src;if(google){w.dataLayer=[];w.gtag=function(){w.dataLayer.push(arguments)};w.gtag('js',new Date());w.gtag('config',google,{page_location:at,allow_google_signals:false});load('${GOOGLE}/gtag/js?id='+google)}if(tiktok){const u='${TIKTOK}/i18n/pixel/events.js',q=w.ttq=[];w.TiktokAnalyticsObject='ttq';q.methods=['page','track','identify','instances','debug','on','off','once','ready','alias','group','enableCookie','disableCookie'];q.setAndDefer=(t,e)=>{t[e]=(...a)=>{t.push([e,...a])}};for(const m of q.methods)q.setAndDefer(q,m);q.instance=id=>{const t=q._i[id]||[];for(const m of q.methods)q.setAndDefer(t,m);return t};q._i={[tiktok]:Object.assign([],{_u:u})};q._t={[tiktok]:Date.now()};q._o={[tiktok]:{}};load(u+'?sdkid='+tiktok+'&lib=ttq');q.page()}})`;

/**
 * The link's trackers in a frame with an origin of its own, which is nobody's: short links may be served where the web app is, and no script
 * of others may read its cookies or ask its API. `address`: of the short link.
 */
export function trackingOf({ trackers }: Pick<Route, 'trackers'>, address: string): Tracking {
  if (!trackers) return NO_TRACKING;
  const { google_analytics, facebook_pixel, google_ads, tiktok_pixel, custom } = trackers;
  const of: Trackers = { pictures: [] };
  const pictures: string[] = [];
  const load = (url: string, ...hosts: string[]): void => {
    of.pictures.push(url);
    pictures.push(...hosts);
  };
  if (facebook_pixel) {
    const host = 'https://www.facebook.com';
    load(`${host}/tr?id=${facebook_pixel}&ev=PageView&noscript=1&dl=${encodeURIComponent(address)}`, host);
  }
  if (google_ads) load(adsPicture(google_ads), ...ADS_HOSTS);
  if (custom && isNamedByPolicies(new URL(custom).hostname)) load(custom, new URL(custom).origin);
  if (google_analytics) of.google = google_analytics;
  if (tiktok_pixel) of.tiktok = tiktok_pixel;
  const body = `<body data-of="${escape(JSON.stringify({ ...of, at: address }))}"><script>${TRACKER_SCRIPT}</script></body>`;
  return {
    html: `<iframe hidden sandbox="allow-scripts" srcdoc="${escape(body)}"></iframe>`,
    scripts: [...(google_analytics ? [GOOGLE] : []), ...(tiktok_pixel ? [TIKTOK] : [])],
    pictures: [...pictures, ...(google_analytics ? GOOGLE_HITS : []), ...(tiktok_pixel ? [TIKTOK] : [])],
    connections: [...(google_analytics ? GOOGLE_HITS : []), ...(tiktok_pixel ? [TIKTOK] : [])],
  };
}

const ADS_HOSTS = ['https://googleads.g.doubleclick.net', 'https://www.googleadservices.com', 'https://www.google.com'];

/** Of a conversion by its label, else of a visit. */
function adsPicture(id: string): string {
  const [account = '', label] = id.slice('AW-'.length).split('/');
  return label
    ? `https://www.googleadservices.com/pagead/conversion/${account}/?label=${label}&guid=ON&script=0`
    : `https://googleads.g.doubleclick.net/pagead/viewthroughconversion/${account}/?guid=ON&script=0`;
}

/** The visitor's browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
export const refusesTracking = ({ headers }: IncomingMessage): boolean =>
  headers.dnt === '1' || headers['sec-gpc'] === '1';
