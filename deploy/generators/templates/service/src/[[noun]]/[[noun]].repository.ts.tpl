import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { [[Noun]] } from './[[noun]].entity.js';

@Injectable()
export class [[Noun]]Repository {
  constructor(@InjectRepository([[Noun]]) private readonly [[nounsCamel]]: Repository<[[Noun]]>) {}

  /** Newest first. */
  listOf(workspaceId: string): Promise<[[Noun]][]> {
    return this.[[nounsCamel]].find({ where: { workspace_id: workspaceId }, order: { id: 'DESC' } });
  }

  async insert(manager: EntityManager, [[nounCamel]]: Omit<[[Noun]], 'created_at'>): Promise<void> {
    await manager.insert([[Noun]], [[nounCamel]]);
  }
}
