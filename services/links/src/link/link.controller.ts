import {
  createGuestLinkCommand,
  createLinkCommand,
  deleteLinkCommand,
  getGuestQuotaRpc,
  getLinkRpc,
  getLinksByIdsRpc,
  getQuotaRpc,
  listLinksRpc,
  type RpcInput,
  updateLinkCommand,
} from '@linkway/contracts';
import { AppError, Rpc, type RpcCall, requireCaller } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuotaService } from '../quota/quota.service.js';
import { LinkCreation } from './link.creation.js';
import { LinkMetrics } from './link.metrics.js';
import { LinkService } from './link.service.js';

@Controller()
export class LinkController {
  constructor(
    private readonly creation: LinkCreation,
    private readonly links: LinkService,
    private readonly quotas: QuotaService,
    private readonly metrics: LinkMetrics,
  ) {}

  @Rpc(createLinkCommand)
  create({ link, idempotency_key }: RpcInput<typeof createLinkCommand>, { caller }: RpcCall) {
    return this.metrics.watch('user', async () => {
      if (!caller) throw new AppError('links.login_required');
      return this.creation.forUser(link, idempotency_key, caller);
    });
  }

  @Rpc(createGuestLinkCommand)
  createGuest({ link, ip, idempotency_key }: RpcInput<typeof createGuestLinkCommand>) {
    return this.metrics.watch('guest', () => this.creation.forGuest(link, ip, idempotency_key));
  }

  @Rpc(updateLinkCommand)
  update({ id, changes }: RpcInput<typeof updateLinkCommand>, call: RpcCall) {
    return this.links.update(id, changes, requireCaller(call));
  }

  @Rpc(deleteLinkCommand)
  async delete({ id }: RpcInput<typeof deleteLinkCommand>, call: RpcCall) {
    await this.links.delete(id, requireCaller(call));
    return { id };
  }

  @Rpc(listLinksRpc)
  list(query: RpcInput<typeof listLinksRpc>, call: RpcCall) {
    return this.links.list(query, requireCaller(call));
  }

  @Rpc(getLinkRpc)
  get({ id }: RpcInput<typeof getLinkRpc>, call: RpcCall) {
    return this.links.get(id, requireCaller(call));
  }

  @Rpc(getLinksByIdsRpc)
  async byIds({ ids }: RpcInput<typeof getLinksByIdsRpc>, call: RpcCall) {
    return { data: await this.links.byIds(ids, requireCaller(call)) };
  }

  @Rpc(getQuotaRpc)
  async quota(_: RpcInput<typeof getQuotaRpc>, call: RpcCall) {
    const caller = requireCaller(call);
    const { used, limit } = await this.quotas.monthly(caller.workspace_id);
    return { total_links: await this.links.count(caller), monthly_links_used: used, monthly_links_limit: limit };
  }

  @Rpc(getGuestQuotaRpc)
  guestQuota({ device_id, ip }: RpcInput<typeof getGuestQuotaRpc>) {
    return this.quotas.guest(device_id, ip);
  }
}
