import {
  changeLinksRpc,
  createGuestLinkRpc,
  createLinkRpc,
  deleteLinkRpc,
  getGuestQuotaRpc,
  getLinkRpc,
  getLinksByIdsRpc,
  getQuotaRpc,
  listLinksRpc,
  type RpcInput,
  updateLinkRpc,
  workspaceLinksRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { MaliciousLinks } from '../malicious-link/malicious-links.js';
import { QuotaService } from '../quota/quota.service.js';
import { BulkService } from './bulk.service.js';
import { GuestCreation } from './guest.creation.js';
import { LinkCreation } from './link.creation.js';
import { LinkMetrics } from './link.metrics.js';
import { LinkService } from './link.service.js';
import { ListService } from './list.service.js';
import { reachOf } from './reach.js';

@Controller()
export class LinkController {
  constructor(
    private readonly creation: LinkCreation,
    private readonly guests: GuestCreation,
    private readonly links: LinkService,
    private readonly lists: ListService,
    private readonly bulk: BulkService,
    private readonly quotas: QuotaService,
    private readonly metrics: LinkMetrics,
    private readonly malicious: MaliciousLinks,
  ) {}

  @Rpc(createLinkRpc)
  create({ link, idempotency_key }: RpcInput<typeof createLinkRpc>, { caller }: RpcCall<typeof createLinkRpc>) {
    return this.malicious.ofAccount(caller, () =>
      this.metrics.watch('user', () => this.creation.forUser(link, idempotency_key, caller)),
    );
  }

  @Rpc(createGuestLinkRpc)
  createGuest({ link, ip, idempotency_key }: RpcInput<typeof createGuestLinkRpc>) {
    return this.malicious.ofGuest(ip, () =>
      this.metrics.watch('guest', () => this.guests.make(link, ip, idempotency_key)),
    );
  }

  @Rpc(updateLinkRpc)
  update({ id, changes, expected }: RpcInput<typeof updateLinkRpc>, { caller }: RpcCall<typeof updateLinkRpc>) {
    return this.malicious.ofAccount(caller, () => this.links.update(id, changes, caller, expected));
  }

  @Rpc(changeLinksRpc)
  change(
    { request, idempotency_key, language }: RpcInput<typeof changeLinksRpc>,
    { caller }: RpcCall<typeof changeLinksRpc>,
  ) {
    return this.bulk.change(request, idempotency_key, caller, language);
  }

  @Rpc(deleteLinkRpc)
  async delete({ id }: RpcInput<typeof deleteLinkRpc>, { caller }: RpcCall<typeof deleteLinkRpc>) {
    await this.links.delete(id, caller);
    return { id };
  }

  @Rpc(listLinksRpc)
  async list(query: RpcInput<typeof listLinksRpc>, { caller }: RpcCall<typeof listLinksRpc>) {
    const { links, pagination } = await this.lists.page(reachOf(caller), query);
    const clicks = new Map(links.map((link) => [link.id, link.clicks]));
    const data = (await this.links.shown(links)).map((link) => ({ ...link, clicks_count: clicks.get(link.id) }));
    return { data, pagination };
  }

  @Rpc(getLinkRpc)
  get({ id }: RpcInput<typeof getLinkRpc>, { caller }: RpcCall<typeof getLinkRpc>) {
    return this.links.get(id, caller);
  }

  @Rpc(getLinksByIdsRpc)
  async byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>, { caller }: RpcCall<typeof getLinksByIdsRpc>) {
    return { data: await this.links.byIds(ids, caller) };
  }

  @Rpc(getQuotaRpc)
  async quota(_: RpcInput<typeof getQuotaRpc>, { caller }: RpcCall<typeof getQuotaRpc>) {
    const { used, limit, endsAt } = await this.quotas.monthly(caller.workspace_id);
    return {
      total_links: await this.lists.count(caller.workspace_id),
      monthly_links_used: used,
      monthly_links_limit: limit,
      month_ends_at: endsAt.toISOString(),
    };
  }

  @Rpc(workspaceLinksRpc)
  async workspaceCounts({ workspace_ids: ids }: RpcInput<typeof workspaceLinksRpc>) {
    const [links, used] = await Promise.all([this.lists.countOf(ids), this.quotas.monthlyUsedOf(ids)]);
    const known = ids.filter((id) => links.has(id) || used.has(id));
    const data = known.map((workspace_id) => ({
      workspace_id,
      total_links: links.get(workspace_id) ?? 0,
      monthly_links_used: used.get(workspace_id) ?? 0,
    }));
    return { data };
  }

  @Rpc(getGuestQuotaRpc)
  guestQuota({ device_id, ip }: RpcInput<typeof getGuestQuotaRpc>) {
    return this.quotas.guest(device_id, ip);
  }
}
