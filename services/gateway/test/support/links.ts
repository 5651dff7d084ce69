import { randomUUID } from 'node:crypto';
import {
  claimLinksRpc,
  createGuestLinkRpc,
  createLinkRpc,
  deleteLinkRpc,
  getExampleRpc,
  getGuestLinksRpc,
  getGuestQuotaRpc,
  getLinkRpc,
  getLinksByIdsRpc,
  getQuotaRpc,
  type Link,
  listLinksRpc,
  type MemberCaller,
  type RpcInput,
  type RpcReply,
  updateLinkRpc,
  workspaceLinksRpc,
} from '@linkway/contracts';
import { AppError, defineService, Rpc, type RpcCall, serviceConfig, Tracing } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';
import { LinksExports } from './data-export.js';

/** Answers as links does, from memory. */
@Controller()
export class LinksResponder {
  readonly links = new Map<string, Link>();
  lastGuest: RpcInput<typeof createGuestLinkRpc> | null = null;
  lastKey: string | null = null;
  /** Of the guest who asked last. */
  lastDevice: string | null = null;
  lastAddress: string | null = null;
  example: RpcReply<typeof getExampleRpc>['link'] = null;
  /** How often the example was asked for. */
  asked = 0;
  lastTrace: { traceId: string; correlationId: string } | null = null;

  constructor(private readonly tracing: Tracing) {}

  @Rpc(createLinkRpc)
  async create(
    { link, idempotency_key }: RpcInput<typeof createLinkRpc>,
    call: RpcCall<typeof createLinkRpc>,
  ): Promise<Link> {
    this.lastKey = idempotency_key;
    this.lastTrace = { traceId: this.tracing.traceId(), correlationId: call.correlationId };
    if (link.custom_code === 'taken') throw new AppError('links.code_taken', { code: 'taken' });
    const made = { ...newLink(link.url, call.caller), max_clicks: link.max_clicks ?? null };
    this.links.set(made.id, made);
    return made;
  }

  @Rpc(createGuestLinkRpc)
  async createGuest(input: RpcInput<typeof createGuestLinkRpc>): Promise<RpcReply<typeof createGuestLinkRpc>> {
    this.lastGuest = input;
    if (input.link.device_id === 'exhausted') {
      throw new AppError('links.guest_limit', { limit: 5 }, { retryAfterSeconds: 3600 });
    }
    const { id, short_code, short_url, original_url, domain, created_at } = newLink(input.link.url, nobody);
    return { id, short_code, short_url, original_url, domain, created_at, limit: 5, remaining: 4 };
  }

  @Rpc(getGuestQuotaRpc)
  async guestQuota({ device_id }: RpcInput<typeof getGuestQuotaRpc>): Promise<RpcReply<typeof getGuestQuotaRpc>> {
    this.lastDevice = device_id;
    return { limit: 5, used: 1, remaining: 4 };
  }

  /** A device made what it asks for, unless it is another one. */
  @Rpc(getGuestLinksRpc)
  async guestLinks({
    device_id,
    ids,
    ip,
  }: RpcInput<typeof getGuestLinksRpc>): Promise<RpcReply<typeof getGuestLinksRpc>> {
    this.lastAddress = ip ?? null;
    if (device_id !== 'device-1234') return { data: [] };
    return { data: ids.map((id) => ({ id })).reverse() };
  }

  @Rpc(getExampleRpc)
  async getExample(): Promise<RpcReply<typeof getExampleRpc>> {
    this.asked += 1;
    return { link: this.example };
  }

  @Rpc(claimLinksRpc)
  async claim({ device_id, link_ids }: RpcInput<typeof claimLinksRpc>): Promise<RpcReply<typeof claimLinksRpc>> {
    if (device_id === 'a'.repeat(32)) return { claimed: link_ids, refused: [] };
    return { claimed: [], refused: link_ids.map((id) => ({ id, code: 'links.not_found' as const })) };
  }

  @Rpc(listLinksRpc)
  async list(
    { page, limit, starting_after }: RpcInput<typeof listLinksRpc>,
    call: RpcCall<typeof listLinksRpc>,
  ): Promise<RpcReply<typeof listLinksRpc>> {
    const all = this.of(call.caller);
    const first = starting_after === undefined ? 0 : all.findIndex(({ id }) => id === starting_after) + 1;
    const data = all.slice(first, first + limit);
    const next = first + limit < all.length ? (data.at(-1)?.id ?? null) : null;
    const pagination = { page, limit, total: all.length, total_pages: 1 };
    return { data, pagination: { ...pagination, total_is_least: false, next_starting_after: next } };
  }

  @Rpc(getLinkRpc)
  async get({ id }: RpcInput<typeof getLinkRpc>, call: RpcCall<typeof getLinkRpc>): Promise<Link> {
    return this.find(id, call);
  }

  @Rpc(getLinksByIdsRpc)
  async byIds(
    { ids }: RpcInput<typeof getLinksByIdsRpc>,
    call: RpcCall<typeof getLinksByIdsRpc>,
  ): Promise<RpcReply<typeof getLinksByIdsRpc>> {
    return { data: this.of(call.caller).filter((link) => ids.includes(link.id)) };
  }

  @Rpc(updateLinkRpc)
  async update({ id, changes }: RpcInput<typeof updateLinkRpc>, call: RpcCall<typeof updateLinkRpc>): Promise<Link> {
    const { is_active = true, max_clicks } = changes;
    const link = { ...this.find(id, call), is_active, ...(max_clicks === undefined ? {} : { max_clicks }) };
    this.links.set(id, link);
    return link;
  }

  @Rpc(deleteLinkRpc)
  async delete({ id }: RpcInput<typeof deleteLinkRpc>, call: RpcCall<typeof deleteLinkRpc>): Promise<{ id: string }> {
    this.find(id, call);
    this.links.delete(id);
    return { id };
  }

  @Rpc(getQuotaRpc)
  async quota(
    _input: RpcInput<typeof getQuotaRpc>,
    call: RpcCall<typeof getQuotaRpc>,
  ): Promise<RpcReply<typeof getQuotaRpc>> {
    const used = this.of(call.caller).length;
    return { total_links: used, monthly_links_used: used, monthly_links_limit: 50 };
  }

  @Rpc(workspaceLinksRpc)
  async workspaceCounts({
    workspace_ids,
  }: RpcInput<typeof workspaceLinksRpc>): Promise<RpcReply<typeof workspaceLinksRpc>> {
    const data = workspace_ids.map((workspace_id) => {
      const made = [...this.links.values()].filter((link) => link.workspace_id === workspace_id).length;
      return { workspace_id, total_links: made, monthly_links_used: made };
    });
    return { data: data.filter(({ total_links }) => total_links > 0) };
  }

  private find(id: string, { caller }: { caller: MemberCaller }): Link {
    const link = this.of(caller).find((candidate) => candidate.id === id);
    if (!link) throw new AppError('links.not_found');
    return link;
  }

  private of(caller: MemberCaller): Link[] {
    return [...this.links.values()].filter((link) => link.workspace_id === caller.workspace_id);
  }
}

const nobody = { user_id: randomUUID(), workspace_id: randomUUID() };

function newLink(url: string, owner: Pick<MemberCaller, 'user_id' | 'workspace_id'>): Link {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    short_code: 'abc123',
    short_url: 'http://127.0.0.1:8080/abc123',
    original_url: url,
    domain: null,
    title: '',
    description: '',
    has_password: false,
    expires_at: null,
    max_clicks: null,
    device_targeting: {},
    is_active: true,
    workspace_id: owner.workspace_id,
    user_id: owner.user_id,
    created_at: now,
    updated_at: now,
  };
}

@Module({ controllers: [LinksResponder, LinksExports] })
class LinksModule {}

export const links = defineService({ name: 'links', config: serviceConfig({}), module: LinksModule });
