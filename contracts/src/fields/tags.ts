import { z } from 'zod';
import { MAX_TAG_LENGTH, MOST_TAGS, tagFault, tagOf, uniqueTags } from '../rules/tags.js';

const tagSchema = z
  .string({ error: 'request.field_type' })
  .overwrite(tagOf)
  .refine((tag) => tagFault(tag) === null, { error: 'links.tag_invalid' });

/** Each once, whatever its case; what is there twice is not counted twice. */
export const tagsSchema = z
  .array(tagSchema, { error: 'request.field_type' })
  .overwrite(uniqueTags)
  .refine((tags) => tags.length <= MOST_TAGS, { error: 'links.tags_too_many' })
  .describe(
    `Up to ${MOST_TAGS} tags of 1 to ${MAX_TAG_LENGTH} characters without commas, in their order; upper and lower case are the same tag, spelled as the workspace spelled it first.`,
  );
