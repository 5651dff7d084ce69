import { MOST_TAGS_LISTED, type TagList, uniqueTags } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { TagRepository } from './tag.repository.js';

/** The tags that a workspace's links have. */
@Injectable()
export class TagService {
  constructor(private readonly tags: TagRepository) {}

  async list(workspaceId: string): Promise<TagList> {
    // One more tells whether there are more.
    const found = await this.tags.mostUsed(workspaceId, MOST_TAGS_LISTED + 1);
    return { data: found.slice(0, MOST_TAGS_LISTED), has_more: found.length > MOST_TAGS_LISTED };
  }

  /**
   * Tags for a link as the workspace spells them. A key that is limited to some domains learns no more from it than how a word that it sent
   * itself is written. Of two who make a tag up in the same moment each has their own spelling; it is found as one all the same.
   */
  async spelled(workspaceId: string, tags: readonly string[], before: readonly string[] = []): Promise<string[]> {
    if (tags.length === 0) return [];
    const known = await this.tags.spellings(workspaceId, tags, before);
    return uniqueTags(tags.map((tag) => known.get(tag) ?? tag));
  }
}
