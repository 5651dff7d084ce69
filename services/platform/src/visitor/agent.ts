import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import { type Device, deviceOf } from './device.js';

export interface Agent {
  device: Device;
  /** Lower case: chrome, firefox, safari, edge, opera, ...; empty where it is not known. */
  browser: string;
  /** Lower case: windows, macos, linux, android, ios, ... */
  os: string;
}

/** What the parser calls them, where lower case alone does not give the name that charts use. */
const NAMES: Record<string, string> = {
  'microsoft edge': 'edge',
  'internet explorer': 'ie',
  'samsung internet for android': 'samsung internet',
  'opera touch': 'opera',
  'opera coast': 'opera',
  'opera mini': 'opera',
  'chrome os': 'chromeos',
};

// Who fetches a link to show what it leads to is named as what it is: no browser.
const PREVIEWS: readonly [RegExp, string][] = [[/\bfacebookexternalhit\b|\bFacebot\b/i, 'facebook link preview']];

// Applications with a browser inside name themselves after the browser's own tokens, which the parser does not look for.
const IN_APP: readonly [RegExp, string][] = [
  [/\bFBA[NV]\/|\bFB_IAB\//, 'facebook'],
  [/\bInstagram\b/, 'instagram'],
  [/\bZalo\b/i, 'zalo'],
  [/\bTikTok|musical_ly|BytedanceWebview/i, 'tiktok'],
  [/\bLine\/\d/, 'line'],
];

const MAX_USER_AGENT = 512;
const known = new LRUCache<string, Agent>({ max: 5_000 });

/** Device class, browser and operating system of a user agent. */
export function agentOf(userAgent: string): Agent {
  const agent = userAgent.slice(0, MAX_USER_AGENT);
  const cached = known.get(agent);
  if (cached) return cached;
  const parsed = parse(agent);
  known.set(agent, parsed);
  return parsed;
}

function parse(agent: string): Agent {
  if (agent.trim() === '') return { device: deviceOf(agent), browser: '', os: '' };
  const { browser, os } = Bowser.parse(agent);
  const inApp = [...PREVIEWS, ...IN_APP].find(([pattern]) => pattern.test(agent));
  return { device: deviceOf(agent), browser: inApp?.[1] ?? nameOf(browser.name), os: nameOf(os.name) };
}

function nameOf(name: string | undefined): string {
  const lower = (name ?? '').toLowerCase();
  return NAMES[lower] ?? lower;
}
