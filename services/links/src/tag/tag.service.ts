import { MOST_TAGS_LISTED, type TagList, uniqueTags } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { TagRepository } from './tag.repository.js';

/** Of tags that links are made with again and again. One that nobody had any more meanwhile may be had again in two spellings. */
const REMEMBERED = { max: 20_000, ttl: 60_000 };

/** The tags that a workspace's links have. */
@Injectable()
export class TagService {
  /** Workspaces' tags that are spelled as they were sent. */
  private readonly same = new LRUCache<string, true>(REMEMBERED);

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
    const isNew = before.length === 0;
    if (isNew && tags.every((tag) => this.same.has(`${workspaceId} ${tag}`))) return uniqueTags([...tags]);
    const known = await this.tags.spellings(workspaceId, tags, before);
    for (const [given, tag] of known) if (given === tag) this.same.set(`${workspaceId} ${tag}`, true);
    return uniqueTags(tags.map((tag) => known.get(tag) ?? tag));
  }
}
