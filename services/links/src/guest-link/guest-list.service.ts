import {
  type Caller,
  CUSTOM_CODE,
  type ListedGuestLink,
  type listGuestLinksRpc,
  type RpcInput,
  type RpcReply,
} from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import type { Link } from '../link/link.entity.js';
import { domainOf } from '../link/link.mapper.js';
import { placeOf, placeText } from '../link/list-place.js';
import type { Total } from '../link/list-query.js';
import { wordsOf } from '../link/search-words.js';
import { GuestClicks } from './guest-clicks.js';
import { GuestListRepository } from './guest-list.repository.js';
import { GuestLooks, type GuestPage } from './guest-looks.js';
import type { GuestPlace, GuestQuery, GuestSearch } from './guest-query.js';

type Asked = RpcInput<typeof listGuestLinksRpc>;

/** Guests' links, as administrators look at them. */
@Injectable()
export class GuestListService {
  constructor(
    private readonly lists: GuestListRepository,
    private readonly looks: GuestLooks,
    private readonly clicks: GuestClicks,
    private readonly domains: DomainRepository,
    private readonly addresses: DomainService,
  ) {}

  /** Throws `links.starting_after_invalid`, `links.clicks_unavailable`. */
  async page(
    { limit, starting_after, search, clicks, expired, ...asked }: Asked,
    caller: Caller,
  ): Promise<RpcReply<typeof listGuestLinksRpc>> {
    const after = starting_after === undefined ? null : placeOf(starting_after);
    const wanted: GuestQuery = {
      sort: asked.sort,
      search: null,
      clicks: clicks ?? null,
      expired: expired === undefined ? null : expired === 'true',
      from: asked.created_from === undefined ? null : new Date(asked.created_from),
      to: asked.created_to === undefined ? null : new Date(asked.created_to),
      caller,
    };
    // One less than a page has: there is room for where the rest begins.
    const exact = search ? (await this.withCode(search, wanted)).slice(0, limit - 1) : [];
    const query = search ? { ...wanted, search: this.searchFor(search, exact) } : wanted;
    const { places, next } = await this.pageOf(query, exact, after, limit);
    const { total: counted, isLeast } = await this.count(query, exact);
    // Fewer are counted than are looked at for a page.
    const total = isLeast ? Math.max(counted, places.length) : counted;
    return {
      data: await this.shown(await this.lists.all(places.map(({ id }) => id)), caller),
      pagination: { limit, total, total_is_least: isLeast, next_starting_after: next && placeText(next) },
    };
  }

  /** Links with that very code stand before all others, as somebody who has a code looks for that link. */
  private async pageOf(
    query: GuestQuery,
    exact: GuestPlace[],
    after: GuestPlace | null,
    limit: number,
  ): Promise<GuestPage> {
    const isPlain = query.search === null && query.clicks === null && query.expired === null;
    if (isPlain) {
      const { found } = await this.lists.next(query, after, limit + 1, limit + 1);
      const places = found.slice(0, limit);
      return { places, next: found.length > limit ? (places.at(-1) ?? null) : null };
    }
    const firsts = after === null ? exact : [];
    const page = await this.looks.page(query, after, limit - firsts.length);
    return { ...page, places: [...firsts, ...page.places] };
  }

  private async count(query: GuestQuery, exact: readonly GuestPlace[]): Promise<Total> {
    if (query.search === null && query.clicks === null) return this.lists.count(query);
    const { total, isLeast } = await this.looks.count(query);
    return { total: total + exact.length, isLeast };
  }

  private async withCode(text: string, query: GuestQuery): Promise<GuestPlace[]> {
    const pasted = this.addresses.pastedLink(text);
    const code = CUSTOM_CODE.test(text) ? text : pasted?.code;
    if (code === undefined) return [];
    const found = await this.lists.withCode({ code, host: code === text ? null : (pasted?.host ?? null) }, query);
    return this.looks.within(query, found);
  }

  private searchFor(text: string, exact: readonly GuestPlace[]): GuestSearch {
    return { words: wordsOf(text), address: this.addresses.pastedLink(text), exact: exact.map(({ id }) => id) };
  }

  private async shown(links: readonly Link[], caller: Caller): Promise<ListedGuestLink[]> {
    const [clicks, domains] = await Promise.all([
      this.clicks.of(
        links.map(({ id }) => id),
        caller,
      ),
      this.domains.findAll([...new Set(links.flatMap((link) => link.selected_domain_id ?? []))]),
    ]);
    return links.map((link) => {
      const domain = domains.get(link.selected_domain_id ?? '') ?? null;
      return {
        id: link.id,
        short_code: link.short_code,
        short_url: this.addresses.shortUrl(domain, link.short_code),
        original_url: link.original_url,
        domain: domainOf(domain),
        is_active: link.is_active,
        is_quarantined: link.quarantine !== null,
        created_at: link.created_at.toISOString(),
        expires_at: link.expires_at && link.expires_at.toISOString(),
        clicks_count: clicks && clicks(link.id),
      };
    });
  }
}
