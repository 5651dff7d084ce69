import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Code } from './code.entity.js';

export interface CodeKey {
  host: string;
  code: string;
}

export interface CodeOwner {
  /** null: a guest. */
  workspaceId: string | null;
  linkId: string;
}

const versionOf = (rows: { version: number }[]): number | null => rows[0]?.version ?? null;

@Injectable()
export class CodeRepository {
  constructor(@InjectRepository(Code) private readonly codes: Repository<Code>) {}

  /** Takes a code that nobody ever had, or that this workspace or this very link gave up. The version it has now; null when it is taken. */
  async take(manager: EntityManager, key: CodeKey, owner: CodeOwner): Promise<number | null> {
    return versionOf(
      await manager.query(
        `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
         VALUES ($1, $2, $3, $4, true, 1, now())
         ON CONFLICT (code, host) DO UPDATE SET link_id = EXCLUDED.link_id, is_live = true,
           version = codes.version + 1, updated_at = EXCLUDED.updated_at
           WHERE NOT codes.is_live
             AND (codes.workspace_id = EXCLUDED.workspace_id OR codes.link_id = EXCLUDED.link_id)
         RETURNING version`,
        [key.code, key.host, owner.workspaceId, owner.linkId],
      ),
    );
  }

  /** Takes a code that nobody ever had. */
  async takeNew(manager: EntityManager, key: CodeKey, owner: CodeOwner): Promise<number | null> {
    return versionOf(
      await manager.query(
        `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
         VALUES ($1, $2, $3, $4, true, 1, now())
         ON CONFLICT (code, host) DO NOTHING
         RETURNING version`,
        [key.code, key.host, owner.workspaceId, owner.linkId],
      ),
    );
  }

  /** Counts a change of what the code leads to. null when it does not lead to that link. */
  async touch(manager: EntityManager, key: CodeKey, linkId: string): Promise<number | null> {
    const [rows] = await manager.query<[{ version: number }[], number]>(
      `UPDATE codes SET version = version + 1, updated_at = now()
       WHERE code = $1 AND host = $2 AND link_id = $3 AND is_live RETURNING version`,
      [key.code, key.host, linkId],
    );
    return versionOf(rows);
  }

  /** Counts a change of whose the code is. null when it does not lead to that link, or is a workspace's. */
  async handOver(manager: EntityManager, key: CodeKey, owner: CodeOwner): Promise<number | null> {
    const [rows] = await manager.query<[{ version: number }[], number]>(
      `UPDATE codes SET workspace_id = $4, version = version + 1, updated_at = now()
       WHERE code = $1 AND host = $2 AND link_id = $3 AND is_live AND workspace_id IS NULL RETURNING version`,
      [key.code, key.host, owner.linkId, owner.workspaceId],
    );
    return versionOf(rows);
  }

  /** Lets a code lead nowhere; it stays reserved. */
  async release(manager: EntityManager, key: CodeKey, linkId: string): Promise<number | null> {
    const [rows] = await manager.query<[{ version: number }[], number]>(
      `UPDATE codes SET is_live = false, version = version + 1, updated_at = now()
       WHERE code = $1 AND host = $2 AND link_id = $3 AND is_live RETURNING version`,
      [key.code, key.host, linkId],
    );
    return versionOf(rows);
  }

  find({ host, code }: CodeKey): Promise<Code | null> {
    return this.codes.findOneBy({ code, host });
  }

  findAll(manager: EntityManager, host: string, codes: string[]): Promise<Code[]> {
    return manager.findBy(Code, { code: In(codes), host });
  }
}
