import { isHttpUrl } from './http-url.js';
import { urlFault } from './links.js';

/** Characters of an app's own address, as it is sent to browsers. */
export const MAX_DEEP_LINK_LENGTH = 1_024;

/** Of an app: its scheme, then what it is to show. What is neither a letter nor a sign of addresses is refused, as browsers drop some of it. */
const OF_AN_APP = /^[a-z][a-z\d+.-]*:\/\/[^\s\p{C}"'<>\\^`{|}]+$/iu;

/** What runs or reads something in the browser or the system, or leads a browser on past the rules of destinations. */
const NOT_APPS = new Set([
  'javascript',
  'vbscript',
  'data',
  'blob',
  'file',
  'filesystem',
  'about',
  'view-source',
  'jar',
  'resource',
  'content',
  'intent',
  'android-app',
  'itms-services',
  'chrome',
  'chrome-extension',
  'ws',
  'wss',
  'ftp',
  'googlechrome',
  'googlechromes',
  'googlechrome-x-callback',
  'x-safari-http',
  'x-safari-https',
  'firefox',
  'firefox-focus',
  'firefox-klar',
  'fennec',
  'edge',
  'opera',
  'vivaldi',
  'alook',
  'duckduckgo',
  'brave-http',
  'brave-https',
  'search-ms',
  'ms-appinstaller',
  'ms-settings',
  'x-apple.systempreferences',
  'smb',
  'ssh',
  'telnet',
  'git',
  'microsoft-edge',
  'microsoft-edge-http',
  'microsoft-edge-https',
  'brave',
  'opera-http',
  'opera-https',
  'ddgquicklink',
  'touch-http',
  'touch-https',
  'samsunginternet',
  'yandexbrowser',
  'yandexbrowser-open-url',
  'ucbrowser',
  'mibrowser',
  'chrome-native',
  'feed',
  // What calls, writes or sets something up at one tap.
  'tel',
  'telprompt',
  'sms',
  'smsto',
  'mms',
  'mmsto',
  'mailto',
  'facetime',
  'facetime-audio',
  'shortcuts',
  'workflow',
  'prefs',
  'app-prefs',
]);

/** What is wrong with the address of an app that was typed; null: nothing. One by http or https is judged as a destination. */
export function deepLinkFault(typed: string): ReturnType<typeof urlFault> | 'links.deep_link_invalid' {
  const address = typed.trim();
  if (isHttpUrl(address)) return urlFault(address);
  if (!OF_AN_APP.test(address) || !URL.canParse(address)) return 'links.deep_link_invalid';
  const { protocol, href } = new URL(address);
  if (/^https?:$/.test(protocol) || NOT_APPS.has(protocol.slice(0, -1))) return 'links.deep_link_invalid';
  return href.length > MAX_DEEP_LINK_LENGTH ? 'request.field_too_long' : null;
}
