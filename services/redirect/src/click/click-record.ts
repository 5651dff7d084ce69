import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 8_192;
const RANDOM_CHARS = 20;
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

export const targetJson = (destination: string, rule: string): string =>
  `"destination":${JSON.stringify(destination)},"rule":"${rule}"`;

/** The JSON of a click of contracts' `clickSchema`, built by hand: it is made for every redirect. */
export function clickJson(now: number, source: ClickSource, link: string, target: string): string {
  return (
    `{"event_id":"${uuidv7(now)}","clicked_at":"${isoTime(now)}",${link},"host":${JSON.stringify(source.host)},` +
    `"ip":${JSON.stringify(source.ip)},"user_agent":${textJson(source.userAgent, 1_024)},` +
    `"referer":${textJson(source.referer, 2_048)},"accept_language":${textJson(source.acceptLanguage, 256)},` +
    `"query":${textJson(source.query, 2_048)},${target},"method":"${source.method}",` +
    `"purpose":${textJson(source.purpose, 64)},"signed_in":${source.signedIn}}`
  );
}

// Headers are cut, not refused: a visitor with an odd browser is still redirected and counted.
function textJson(value: string, max: number): string {
  if (value === '') return '""';
  return JSON.stringify(value.length > max ? value.slice(0, max) : value);
}

let isoMs = 0;
let iso = '';
function isoTime(now: number): string {
  if (now !== isoMs) {
    isoMs = now;
    iso = new Date(now).toISOString();
  }
  return iso;
}

const pool = Buffer.allocUnsafe(POOL_BYTES);
let poolHex = '';
let poolAt = 0;
let idMs = 0;
let idTime = '';

/** RFC 9562 UUIDv7: 48 bits of time, 74 random bits, taken from a pool since they are needed for every click. */
export function uuidv7(now: number): string {
  if (poolAt + RANDOM_CHARS > poolHex.length) {
    poolHex = randomFillSync(pool).toString('hex');
    poolAt = 0;
  }
  if (now !== idMs) {
    const hex = now.toString(16).padStart(12, '0');
    idTime = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
    idMs = now;
  }
  const at = poolAt;
  poolAt += RANDOM_CHARS;
  const variant = VARIANT[poolHex.charCodeAt(at) & 3];
  return `${idTime}${poolHex.slice(at + 1, at + 4)}-${variant}${poolHex.slice(at + 4, at + 7)}-${poolHex.slice(at + 7, at + 19)}`;
}

/** FNV-1a over the link's id; the shard of a click is this modulo the number of shards. */
export function linkHash(linkId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < linkId.length; index += 1) {
    hash = Math.imul(hash ^ linkId.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
