import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MOST_TAGS_LISTED } from '../rules/tags.js';

export const tagSchema = z
  .object({
    tag: z.string().describe('As the workspace spells it.'),
    links_count: z.int().describe('Links that have it, paused and expired ones too.'),
  })
  .meta({ id: 'Tag' });
export type Tag = z.output<typeof tagSchema>;

export const tagListSchema = z
  .object({
    data: z.array(tagSchema).max(MOST_TAGS_LISTED),
    has_more: z.boolean().describe('true: the workspace has other tags, of which fewer links have each.'),
  })
  .meta({ id: 'TagList' });
export type TagList = z.output<typeof tagListSchema>;

/** It counts the links of all domains, so a key that is limited to some is refused: counts by domain would have to be kept for it. */
export const listTags = defineEndpoint({
  operationId: 'listTags',
  method: 'get',
  path: '/api/tags',
  summary: `The tags of the workspace's links, the most used first, ${MOST_TAGS_LISTED} at most`,
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'refused',
  success: { status: 200, body: tagListSchema, description: 'Tags and how many links have each' },
  errors: ['auth.unauthenticated', 'auth.outside_key_scope'],
  forward: { to: 'qry.links.tags.v1' },
});
export const listTagsRpc = forwardedRpc(listTags);
