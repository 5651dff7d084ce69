import { MAX_LOCATION_LENGTH, type QueryPassing } from '@linkway/contracts';

/** Characters of a visit's query that are passed on; addresses that people follow are shorter. */
const MOST = 4_096;
/** What a Location header cannot hold, and what would end the query. */
const UNSAFE = /[^\x21-\x7e]|#/gu;
/** What the language link of our own pages adds to their address. */
const OUR_LANGUAGE = /^lang=(?:en|vi)$/;

/**
 * The destination with what the visit's own query has for it, both as they were written. `fromPage`: the visit comes from a page of ours,
 * whose language is none of the destination's business. What would be too long is dropped as a whole: half of a query could mean anything.
 */
export function withQuery(destination: string, query: string, passing: QueryPassing, fromPage: boolean): string {
  if (passing === 'off' || query === '' || query.length > MOST) return destination;
  const given = partsOf(query.replace(UNSAFE, encodeURIComponent)).filter(
    (part) => !fromPage || !OUR_LANGUAGE.test(part),
  );
  const [address, fragment] = cut(destination, '#');
  const [path, own = ''] = cut(address, '?');
  const kept = partsOf(own);
  const all = passing === 'append' ? [...kept, ...without(given, kept)] : [...without(kept, given), ...given];
  const passed = path + (all.length > 0 ? `?${all.join('&')}` : '') + (fragment === undefined ? '' : `#${fragment}`);
  return passed.length > MAX_LOCATION_LENGTH ? destination : passed;
}

/** Those parameters that have none of the others' names. */
function without(parts: string[], others: string[]): string[] {
  const names = new Set(others.map(nameOf));
  return parts.filter((part) => !names.has(nameOf(part)));
}

const partsOf = (query: string): string[] => query.split('&').filter((part) => part !== '');

function nameOf(part: string): string {
  const name = cut(part, '=')[0].replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function cut(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
