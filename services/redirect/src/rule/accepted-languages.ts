/** A language tag in lower case. */
export type Accepted = string;

/** Longer ones exist only to cost time. */
const MAX_HEADER = 500;
const TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;

/**
 * The languages of the highest quality in an Accept-Language header (RFC 9110 12.5.4), in their order: what the visitor reads best, and
 * not what is understood besides. `*` names none.
 */
export function acceptedIn(header: string): readonly Accepted[] {
  let best: string[] = [];
  let most = 0;
  for (const part of header.slice(0, MAX_HEADER).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const quality = qualityIn(parameters);
    if (!TAG.test(tag) || quality < most || quality <= 0) continue;
    if (quality > most) best = [];
    most = quality;
    best.push(tag);
  }
  return best;
}

function qualityIn(parameters: readonly string[]): number {
  const text = parameters.find((each) => each.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/** Whether a tag is a range's language or one within it: `vi` has `vi-VN`, and `vi-VN` has no `vi` (RFC 4647 3.3.1). */
export const isWithin = (tag: Accepted, range: string): boolean => tag === range || tag.startsWith(`${range}-`);
