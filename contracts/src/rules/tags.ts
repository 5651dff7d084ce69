// Tags of links, without the schemas: the API's schemas and the forms of the web app judge by the same rules.
import { isSeen, withoutBidiControls } from './texts.js';

/** Tags of one link. */
export const MOST_TAGS = 10;
/** Characters of a tag. */
export const MAX_TAG_LENGTH = 50;
/** Tags of a workspace that are told at once: those with the most links. */
export const MOST_TAGS_LISTED = 200;

/** Control characters, line and paragraph ends and halves of surrogate pairs; a comma is what separates tags. */
const NOT_IN_TAGS = /[\p{Cc}\p{Cs}\u2028\u2029,]/u;

/** A tag as it is kept: white space around it is left away, and that inside is one blank; letters with marks are one character each. */
export const tagOf = (typed: string): string =>
  withoutBidiControls(typed).normalize('NFC').replace(/\s+/gu, ' ').trim();

/** What is wrong with a tag that `tagOf` gave. */
export const tagFault = (tag: string): 'links.tag_invalid' | null =>
  tag.length <= MAX_TAG_LENGTH && isSeen(tag) && !NOT_IN_TAGS.test(tag) ? null : 'links.tag_invalid';

/**
 * By which tags are the same: `Summer` and `summer` are one tag, as with Dub, where a name is there once in a workspace, and as people
 * mean who type it again. A link has it once, as it came first, and a workspace spells it as its first link did that still has it
 * (`TagRepository.spellings` of links). Marks tell tags apart: `hè` is not `he`.
 */
export const tagKey = (tag: string): string => tag.toLowerCase();

/** Each once, by its first spelling, in their order. */
export function uniqueTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tagKey(tag))) first.set(tagKey(tag), tag);
  return [...first.values()];
}

/** What is wrong with the tags of one link, as `tagOf` and `uniqueTags` gave them. */
export function tagsFault(tags: readonly string[]): 'links.tag_invalid' | 'links.tags_too_many' | null {
  if (tags.some(tagFault)) return 'links.tag_invalid';
  return tags.length > MOST_TAGS ? 'links.tags_too_many' : null;
}
