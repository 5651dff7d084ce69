import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8_192;
const RANDOM_CHARS = 20;
/** What analytics keeps of these texts, and a little more where what is kept is found out there. */
const MAX_HOST = 253;
const MAX_IP = 45;
const MAX_AGENT = 512;
const MAX_REFERER = 270;
const MAX_LANGUAGE = 35;
const MAX_PURPOSE = 64;
const MAX_QUERY = 512;
const MAX_UTM_FIELD = 200;
const UTM_FIELDS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];
const SLASH = 0x2f;
const QUESTION = 0x3f;
const HASH = 0x23;
const VARIANT = ['8', '9', 'a', 'b'] as const;

/** What the edge saw of one answered redirect, beside the link itself. */
export interface ClickSource {
  host: string;
  ip: string;
  userAgent: string;
  referer: string;
  acceptLanguage: string;
  query: string;
  purpose: string;
  method: string;
  signedIn: boolean;
}

/** Parts of a click that are the same for every visitor of a link: JSON without braces, made once per link. */
export interface LinkPart {
  link_id: string;
  workspace_id: string | null;
  code: string;
}

export const linkJson = (link: LinkPart): string =>
  `"link_id":"${link.link_id}","workspace_id":${link.workspace_id ? `"${link.workspace_id}"` : 'null'},"code":"${link.code}"`;

/** The destination itself is not sent: link and rule tell it. Its campaign is, since it is part of the statistics. */
export function targetJson(destination: string, rule: string): string {
  const mark = destination.indexOf('?');
  const utm = mark === -1 ? '' : utmIn(destination.slice(mark + 1).split('#', 1)[0] ?? '');
  return utm === '' ? `"rule":"${rule}"` : `"destination_utm":${JSON.stringify(utm)},"rule":"${rule}"`;
}

/**
 * The JSON of a click of contracts' `clickSchema`, built by hand: it is made for every redirect. What most visits have alike is one text, as
 * each part costs its place in the whole.
 */
export function clickJson(now: number, source: ClickSource, link: string, target: string): string {
  const { referer, query } = source;
  const times = timesOf(now);
  return (
    `${times.id}${idEnd()}${times.clickedAt}${link}${hostJson(source.host)}${textJson(source.ip, MAX_IP)},"user_agent":` +
    `${textJson(source.userAgent, MAX_AGENT)}${referer === '' ? NO_REFERER : refererJson(referer)}` +
    `${textJson(firstOf(source.acceptLanguage), MAX_LANGUAGE)}${query === '' ? NO_QUERY : `,"query":${queryJson(query)},`}` +
    `${target}${isPlain(source) ? PLAIN_END : endJson(source)}`
  );
}

const NO_REFERER = ',"referer":"","accept_language":';
const NO_QUERY = ',"query":"",';
const PLAIN_END = ',"method":"GET","purpose":"","signed_in":false}';

const isPlain = ({ method, purpose, signedIn }: ClickSource): boolean =>
  method === 'GET' && purpose === '' && !signedIn;

const refererJson = (referer: string): string =>
  `,"referer":${textJson(originOf(referer), MAX_REFERER)},"accept_language":`;

const endJson = ({ method, purpose, signedIn }: ClickSource): string =>
  `,"method":"${method}","purpose":${textJson(purpose, MAX_PURPOSE)},"signed_in":${signedIn}}`;

let lastHost = '';
let lastHostJson = '';
/** Most visits ask the same few hosts. */
function hostJson(host: string): string {
  if (host !== lastHost || lastHostJson === '') {
    lastHost = host;
    lastHostJson = `,"host":${textJson(host, MAX_HOST)},"ip":`;
  }
  return lastHostJson;
}

/** Nothing of it has to be escaped, and nothing so short is cut. */
const PLAIN_TEXT = /^[\w.:;=, -]{0,35}$/;

// Headers are cut, not refused: a visitor with an odd browser is still redirected and counted.
function textJson(value: string, max: number): string {
  return PLAIN_TEXT.test(value) ? `"${value}"` : JSON.stringify(cut(value, max));
}

/** Never between the two halves of one character. */
export function cut(value: string, max: number): string {
  if (value.length <= max) return value;
  const last = value.charCodeAt(max - 1);
  return value.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

// `https://news.test/` of `https://news.test/a/b?c`.
function originOf(referer: string): string {
  const start = referer.indexOf('://');
  if (start === -1) return referer;
  for (let at = start + 3; at < referer.length; at += 1) {
    const character = referer.charCodeAt(at);
    if (character === SLASH) return referer.slice(0, at + 1);
    if (character === QUESTION || character === HASH) return referer.slice(0, at);
  }
  return referer;
}

function firstOf(languages: string): string {
  const end = languages.indexOf(',');
  return end === -1 ? languages : languages.slice(0, end);
}

const queryJson = (query: string): string => JSON.stringify(query.length > MAX_QUERY ? utmIn(query) : query);

// Cut field by field, so that a long one does not push out the others; unescaped, since `%E1%BA%A5` is one letter.
function utmIn(query: string): string {
  if (!query.includes('utm_')) return '';
  const all = new URLSearchParams(query);
  return UTM_FIELDS.flatMap((name) => {
    const value = cut((all.get(name) ?? '').replace(/\p{Cc}/gu, ''), MAX_UTM_FIELD);
    return value === '' ? [] : [`${name}=${value.replace(/[%&+#]/g, encodeURIComponent)}`];
  }).join('&');
}

/** What clicks of one millisecond have alike. */
interface Times {
  ms: number;
  /** The beginning of a click, to the random part of its id. */
  id: string;
  clickedAt: string;
}

let lastTimes: Times = { ms: Number.NaN, id: '', clickedAt: '' };
function timesOf(ms: number): Times {
  if (ms !== lastTimes.ms) {
    const hex = ms.toString(16).padStart(12, '0');
    lastTimes = {
      ms,
      id: `{"event_id":"${hex.slice(0, 8)}-${hex.slice(8)}-7`,
      clickedAt: `","clicked_at":"${new Date(ms).toISOString()}",`,
    };
  }
  return lastTimes;
}

const pool = Buffer.allocUnsafe(POOL_BYTES);
let poolHex = '';
let poolAt = 0;

/** The random 74 bits of an RFC 9562 UUIDv7, behind 48 bits of time, taken from a pool since they are needed for every click. */
function idEnd(): string {
  if (poolAt + RANDOM_CHARS > poolHex.length) {
    poolHex = randomFillSync(pool).toString('hex');
    poolAt = 0;
  }
  const at = poolAt;
  poolAt += RANDOM_CHARS;
  const variant = VARIANT[poolHex.charCodeAt(at) & 3];
  return `${poolHex.slice(at + 1, at + 4)}-${variant}${poolHex.slice(at + 4, at + 7)}-${poolHex.slice(at + 7, at + 19)}`;
}

/** FNV-1a over the link's id; the shard of a click is this modulo the number of shards. */
export function linkHash(linkId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < linkId.length; index += 1) {
    hash = Math.imul(hash ^ linkId.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
