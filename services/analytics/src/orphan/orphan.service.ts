import {
  type LinkOrphanVisits,
  type linkOrphanVisitsRpc,
  type listOrphanVisitsRpc,
  type RpcInput,
  type RpcReply,
  rangeOfApi,
  type reportOrphanVisitsRpc,
} from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { periodOf } from '../query/period.js';
import { OrphanRepository } from './orphan.repository.js';

type Range = Omit<RpcInput<typeof linkOrphanVisitsRpc>, 'id'>;

@Injectable()
export class OrphanService {
  constructor(private readonly visits: OrphanRepository) {}

  /** Throws `service.unavailable`. */
  async add({ report_id, orphans }: RpcInput<typeof reportOrphanVisitsRpc>): Promise<void> {
    await this.visits.add(report_id, orphans).catch((error: unknown) => {
      throw new AppError('service.unavailable', {}, { cause: error, retryAfterSeconds: 5 });
    });
  }

  /** Throws as `periodOf`. */
  async ofLink(workspaceId: string, linkId: string, range: Range): Promise<LinkOrphanVisits> {
    const { kind, ...rest } = rangeOfApi(range);
    const { from, to, open } = periodOf(rest, Date.now());
    const reasons = await this.visits.ofLink(workspaceId, linkId, { from, to: open ? null : to, kind: kind ?? null });
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      total: reasons.reduce((sum, { visits }) => sum + visits, 0),
      reasons,
    };
  }

  /** Throws `analytics.range_invalid`. */
  async page({
    page,
    limit,
    ...filter
  }: RpcInput<typeof listOrphanVisitsRpc>): Promise<RpcReply<typeof listOrphanVisitsRpc>> {
    const { from, to } = filter;
    if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to))
      throw new AppError('analytics.range_invalid');
    const data = await this.visits.page(filter, { offset: (page - 1) * limit, limit });
    const total = await this.visits.count(filter);
    return { data, pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
  }
}
