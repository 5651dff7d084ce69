import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import { ownText } from '../text/own-text.js';

export type Device = 'mobile' | 'tablet' | 'desktop';

// Longer ones exist only to cost time; what tells the device stands in the first few hundred characters.
export const MAX_USER_AGENT = 512;

// iPadOS calls itself a Macintosh. Safari cannot be told apart then, but these only run on iOS and iPadOS.
export const IPAD_AS_MAC = /Macintosh.*(?:Mobile\/|CriOS\/|FxiOS\/|EdgiOS\/|GSA\/|OPT\/)/;
// Televisions and set-top boxes on Android would pass for tablets.
const TELEVISION = /\b(?:BRAVIA|AFT[A-Z]{1,4}|CrKey|[A-Za-z]*TV)\b/;
/** The parser takes a third of a redirect's whole time, and most visitors have one of few user agents. */
const known = new LRUCache<string, Device>({ max: 5_000 });

/** The device class of a user agent; whatever is not known to be a phone or a tablet is a desktop. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return 'desktop';
  const agent = userAgent.length > MAX_USER_AGENT ? userAgent.slice(0, MAX_USER_AGENT) : userAgent;
  const cached = known.get(agent);
  if (cached) return cached;
  const device = classOf(agent);
  known.set(ownText(agent), device);
  return device;
}

function classOf(agent: string): Device {
  if (IPAD_AS_MAC.test(agent)) return 'tablet';
  if (TELEVISION.test(agent)) return 'desktop';
  const platform = Bowser.getParser(agent, true).getPlatformType(true);
  return platform === 'mobile' || platform === 'tablet' ? platform : 'desktop';
}
