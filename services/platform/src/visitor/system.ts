import { IPAD_AS_MAC, MAX_USER_AGENT } from './device.js';

/** The systems whose stores and applications links lead to. */
export type System = 'ios' | 'android';

const IOS = /\b(?:iPhone|iPad|iPod)\b/;
const ANDROID = /\bAndroid\b/i;
// They name the others so that pages made for those are sent to them.
const PASSES_FOR_OTHERS = /Windows Phone|like (?:iPhone|Android)/;

/** The system of a user agent, where it is one of these; an iPad is on iOS. A television on Android is on Android, whatever its class. */
export function systemOf(userAgent: string): System | null {
  const agent = userAgent.length > MAX_USER_AGENT ? userAgent.slice(0, MAX_USER_AGENT) : userAgent;
  const named = IOS.test(agent) || IPAD_AS_MAC.test(agent) ? 'ios' : ANDROID.test(agent) ? 'android' : null;
  return named !== null && PASSES_FOR_OTHERS.test(agent) ? null : named;
}
