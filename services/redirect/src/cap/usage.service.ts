import { Injectable } from '@nestjs/common';
import { RouteRepository } from '../route/route.repository.js';
import { UsageRepository } from './usage.repository.js';

export interface Usage {
  link_id: string;
  used: number;
}

@Injectable()
export class UsageService {
  constructor(
    private readonly routes: RouteRepository,
    private readonly usage: UsageRepository,
  ) {}

  /**
   * Clicks used of the workspace's links that have a cap, in no order. The same figure that visits are decided by: it is read
   * from the database, where each process counts a click before it redirects.
   */
  async of(workspaceId: string, linkIds: readonly string[]): Promise<Usage[]> {
    const capped = await this.routes.cappedAmong(workspaceId, linkIds);
    const used = await this.usage.usedOf(capped);
    return capped.map((link_id) => ({ link_id, used: used.get(link_id) ?? 0 }));
  }
}
