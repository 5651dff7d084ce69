import { isHttpUrl } from './http-url.js';
import { urlFault } from './links.js';

/** What a provider calls its account, by its own form. A container of tags, such as GTM-…, may hold any script, and is none of them. */
const IDS = {
  google_analytics: /^G-[A-Z\d]{4,16}$/,
  facebook_pixel: /^\d{8,20}$/,
  /** With the label of a conversion or without. */
  google_ads: /^AW-\d{6,14}(?:\/[\w-]{1,40})?$/,
  tiktok_pixel: /^[A-Z\d]{10,32}$/,
} as const;

/** `custom`: a picture of somebody's own. */
export const trackerProviders = [...(Object.keys(IDS) as (keyof typeof IDS)[]), 'custom'] as const;
export type TrackerProvider = (typeof trackerProviders)[number];

/** What is wrong with an id that was typed; null: nothing. */
export function trackerFault(
  provider: TrackerProvider,
  typed: string,
): ReturnType<typeof urlFault> | 'links.tracker_invalid' {
  const id = typed.trim();
  if (provider !== 'custom') return IDS[provider].test(id) ? null : 'links.tracker_invalid';
  return isHttpUrl(id) && /^https:/i.test(id) ? urlFault(id) : 'links.tracker_invalid';
}
