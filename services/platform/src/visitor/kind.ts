import { isbotMatch } from 'isbot';

export type VisitorKind = 'human' | 'bot' | 'preview' | 'prefetch' | 'scanner';

export interface VisitorRequest {
  userAgent: string;
  /** The Sec-Purpose, Purpose or X-Purpose header; empty when there is none. */
  purpose: string;
  method: string;
}

/** `reason` names what decided, to be read by people: `preview:WhatsApp`, `purpose:prefetch`, `method:HEAD`. */
export interface VisitorVerdict {
  kind: VisitorKind;
  reason: string;
}

const MAX_USER_AGENT = 512;

// Applications that draw a card for a link in a chat, post or mail. Their in-app browsers are people: those agents
// start with Mozilla/ and name the application further on, which is why some patterns are tied to the start.
const PREVIEWERS =
  /facebookexternalhit|facebookcatalog|meta-externalfetcher|Facebot|Twitterbot|Slackbot-LinkExpanding|Slack-ImgProxy|Slackbot|Discordbot|LinkedInBot|TelegramBot|SkypeUriPreview|Teams(?:Bot|\/UrlPreview)|BingPreview|Iframely|Embedly|redditbot|Pinterestbot|^Pinterest\/|vkShare|OdklBot|kakaotalk-scrap|kakaostory-og-reader|line-poker|ZaloBot|zalo-(?:preview|crawler)|Snap URL Preview|Google-?(?:Chat|Docs|Messages|PageRenderer)|GoogleImageProxy|YahooMailProxy|Mattermost-Bot|Rocket\.Chat|Mastodon\/|Bluesky Cardyb|Notion(?:bot|LinkPreview)|Applebot-LinkPreview|^WhatsApp\/|^Zalo(?:PC)?[\s/-]|^Signal|^Viber|^Line\/|^Wire\/|^Threema|^Snapchat\/|^Tumblr\/|^Flipboard/i;

// Mail gateways and reputation services that open every link of a message before its reader does.
const SCANNERS =
  /ms-office|Microsoft Office|MicrosoftPreview|SafeLinks|Microsoft-?Defender|Barracuda|Mimecast|Proofpoint|urldefense|FireEye|Trellix|TrendMicro|TMUFE|Sophos|IronPort|Cisco[- ]?(?:Secure|Talos|Umbrella)|Forcepoint|Websense|Zscaler|Symantec|MessageLabs|Fortinet|FortiGuard|Kaspersky|Bitdefender|McAfee|VirusTotal|urlscan|PhishTank|OpenPhish|Netcraft|SafeBrowsing|Google-Safety|CheckMarkNetwork|PaloAltoNetworks|CloudflareDetect|Cyren|Vade ?Secure|Hornetsecurity|SpamTitan|MailScanner|Rspamd|SpamAssassin/i;

const PREFETCH = /\b(prefetch|prerender|preview)\b/i;
const BROWSER = /^(?:Mozilla|Opera)\//;

/**
 * Who opened a link: a person, or a machine and of which sort. Announced prefetches come first, since a browser's agent
 * would hide them; link previewers and scanners before bots in general, since those would swallow them.
 */
export function kindOf({ userAgent, purpose, method }: VisitorRequest): VisitorVerdict {
  const announced = purpose === '' ? null : PREFETCH.exec(purpose);
  if (announced) return { kind: 'prefetch', reason: `purpose:${announced[1]?.toLowerCase()}` };
  if (userAgent.trim() === '') return { kind: 'bot', reason: 'user-agent:empty' };

  const agent = userAgent.length > MAX_USER_AGENT ? userAgent.slice(0, MAX_USER_AGENT) : userAgent;
  const previewer = PREVIEWERS.exec(agent);
  if (previewer) return { kind: 'preview', reason: `preview:${nameIn(previewer[0])}` };
  const scanner = SCANNERS.exec(agent);
  if (scanner) return { kind: 'scanner', reason: `scanner:${nameIn(scanner[0])}` };
  const bot = isbotMatch(agent);
  if (bot !== null) return { kind: 'bot', reason: `bot:${nameIn(bot)}` };

  // People's browsers open a page with GET (or POST, from the password form); a HEAD only looks whether it is there.
  if (method === 'HEAD') return { kind: 'scanner', reason: 'method:HEAD' };
  return { kind: 'human', reason: BROWSER.test(agent) ? 'browser' : 'application' };
}

const nameIn = (match: string): string =>
  match
    .trim()
    .replace(/[\s/-]+$/, '')
    .slice(0, 64);
