import type { Tag } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** What the database keeps of a workspace's tags with each link that gets or loses one. */
@Injectable()
export class TagRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The most used first. */
  mostUsed(workspaceId: string, limit: number): Promise<Tag[]> {
    return this.database.query(
      `SELECT tag, links::int AS links_count FROM link_tags WHERE workspace_id = $1
       ORDER BY link_tags.links DESC, key LIMIT $2`,
      [workspaceId, limit],
    );
  }

  /**
   * How the workspace spells those of the given tags that it has. `before`: those that the link has already; one that no other link has
   * may be spelled otherwise.
   */
  async spellings(
    workspaceId: string,
    tags: readonly string[],
    before: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows: { given: string; known: string }[] = await this.database.query(
      `SELECT given.tag AS given, known.tag AS known
       FROM unnest($2::text[]) AS given (tag) JOIN link_tags AS known ON known.workspace_id = $1 AND known.key = lower(given.tag)
       WHERE known.links > 1 OR known.key <> ALL (ARRAY(SELECT lower(tag) FROM unnest($3::text[]) AS tag))`,
      [workspaceId, tags, before],
    );
    return new Map(rows.map(({ given, known }) => [given, known]));
  }
}
