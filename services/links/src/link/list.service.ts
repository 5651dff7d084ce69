import { type listLinksRpc, MOST_BY_PAGE, type Pagination, type RpcInput } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { ClickFill } from '../click-order/click-fill.js';
import { ClickOrderRepository } from '../click-order/click-order.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { ListRepository } from './list.repository.js';
import { placeOf, placeText } from './list-place.js';
import { isByClicks, type Listed, type ListedLink, type ListQuery, type Search, type Total } from './list-query.js';
import type { Reach } from './reach.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { wordsOf } from './search-words.js';

/** At each of the places where a list is looked at before its index is. */
const SAMPLE = 200;
/** Of very many so many are looked at to tell how many there are at least. */
const COUNTED = MOST_BY_PAGE + 1;
/** Of those that are looked at for a page, half: what is wanted is not spread evenly. */
const SURELY_LOOKED_AT = 10_000;
/** Expected in the whole workspace, as the index knows of no dates. */
const VERY_MANY = 1.5 * MOST_BY_PAGE;

type LinksQuery = RpcInput<typeof listLinksRpc>;

/** Lists of a workspace's links, of any length: page by page at their beginning, and on and on from a place. */
@Injectable()
export class ListService {
  constructor(
    private readonly lists: ListRepository,
    private readonly byClicks: ClickOrderRepository,
    private readonly fill: ClickFill,
    private readonly index: SearchIndexRepository,
    private readonly domains: DomainService,
  ) {}

  count(workspaceId: string): Promise<number> {
    return this.lists.count(workspaceId);
  }

  countOf(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    return this.lists.countOf(workspaceIds);
  }

  /** Throws `links.page_too_deep`, `links.starting_after_invalid`. */
  async page(
    { workspaceId, domainIds }: Reach,
    { page, limit, search, status, tags = [], campaign_id, created_from, created_to, sort, starting_after }: LinksQuery,
  ): Promise<{ links: ListedLink[]; pagination: Pagination }> {
    const offset = (page - 1) * limit;
    if (offset >= MOST_BY_PAGE) throw fieldError('page', 'links.page_too_deep', { max: MOST_BY_PAGE });
    const list: ListQuery = {
      workspaceId,
      domainIds,
      sort,
      active: status === undefined ? null : status === 'active',
      tags,
      campaignId: campaign_id ?? null,
      from: created_from === undefined ? null : new Date(created_from),
      to: created_to === undefined ? null : new Date(created_to),
      after: starting_after === undefined ? null : placeOf(starting_after, isByClicks({ sort })),
      offset,
      limit,
    };
    // Before the list is read: what is counted afterwards can only be newer.
    const asOf = isByClicks(list) ? await this.byClicks.asOf() : undefined;
    // An index has the paused ones, the active ones and those of a campaign in the order of time alone.
    const isApart = list.active !== null || list.campaignId !== null;
    const isFound = Boolean(search) || tags.length > 0 || (isByClicks(list) && isApart);
    const { links, next, total, isLeast } = await (isFound ? this.found(list, search) : this.all(list));
    const pagination = {
      page,
      limit,
      total,
      total_pages: Math.ceil(total / limit),
      total_is_least: isLeast,
      next_starting_after: next && placeText(next),
      ...(asOf !== undefined && { clicks_as_of: asOf && asOf.toISOString() }),
    };
    if (isByClicks(list)) this.fill.soon(workspaceId);
    return { links, pagination };
  }

  private async all(list: ListQuery): Promise<Listed & Total> {
    // No index has a workspace's links by their domains: they are looked for as what is searched.
    if (list.domainIds !== null) return this.amongNext(list, null);
    const page = await (isByClicks(list) ? this.byClicks.page(list) : this.lists.page(list));
    return { ...page, ...(await this.totalOf(list, page)) };
  }

  private async totalOf(list: ListQuery, { links, next }: Listed): Promise<Total> {
    if (list.after === null && list.offset === 0 && next === null) return { total: links.length, isLeast: false };
    if (list.active !== null || list.campaignId !== null || list.from !== null || list.to !== null)
      return this.lists.countFiltered(byTime(list));
    return { total: await this.lists.count(list.workspaceId), isLeast: false };
  }

  /** By words, by tags, or by both. */
  private async found(list: ListQuery, text = ''): Promise<Listed & Total> {
    const search = text === '' ? null : await this.searchFor(text);
    // Every server has an index of tags and of campaigns.
    const isIndexed =
      list.tags.length > 0 || list.campaignId !== null || search === null || (await this.isIndexed(search));
    if (!isIndexed) return this.amongNext(list, search);
    if (await this.areVeryMany(list, search)) return this.amongNext(list, search, COUNTED);
    const found = await this.lists.findIndexed(list, search);
    if (found !== null && found !== 'many') return found;
    if (found === null) return this.amongNext(list, search);
    return { ...(await this.findAmongNext(list, search)), total: MOST_BY_PAGE + 1, isLeast: true };
  }

  /**
   * Whether so many are wanted, as two places at least of five let expect that lie apart in the list, that the index would take longer to collect them
   * than a look at the next ones takes, which has to find a page of them. What is many at one time alone, as a campaign's, is few in all.
   */
  private async areVeryMany(list: ListQuery, search: Search | null): Promise<boolean> {
    // Of those of a status or a campaign nobody knows how many there are.
    if (list.active !== null || list.campaignId !== null) return false;
    const links = await this.lists.count(list.workspaceId);
    if (links <= VERY_MANY) return false;
    const [{ looked, matched }, shares] = await Promise.all([
      this.lists.look(byTime(list), search, SAMPLE),
      this.lists.shares(list, search, SAMPLE),
    ]);
    if ((matched / Math.max(1, looked)) * SURELY_LOOKED_AT < list.offset + list.limit) return false;
    const [, second = 0] = shares.toSorted((one, other) => other - one);
    return second * links > VERY_MANY;
  }

  private async amongNext(list: ListQuery, search: Search | null, counted?: number): Promise<Listed & Total> {
    const found = await this.findAmongNext(list, search);
    const { total, isLeast } = await this.lists.countAmongNext(byTime(list), search, counted);
    // Fewer are counted than are looked at for a page.
    return { ...found, total: isLeast ? Math.max(total, list.offset + found.links.length) : total, isLeast };
  }

  private findAmongNext(list: ListQuery, search: Search | null): Promise<Listed> {
    return isByClicks(list) ? this.byClicks.findAmongNext(list, search) : this.lists.findAmongNext(list, search);
  }

  private async searchFor(text: string): Promise<Search> {
    const words = wordsOf(text);
    const address = this.domains.pastedLink(text);
    // Where the index knows too little of what may be the beginning of a code, a destination elsewhere must not be missed for it.
    if (address === null || !(await this.index.serves(words)) || (await this.index.serves([address.code])))
      return { words, address };
    const own = await this.domains.activeAmong([address.host]);
    return { words, address: own.size > 0 ? address : null };
  }

  private async isIndexed({ words, address }: Search): Promise<boolean> {
    return (await this.index.serves(words)) && (address === null || (await this.index.serves([address.code])));
  }
}

/** Counted in the order of an index, whatever the order of the list: it is the same links. */
const byTime = (list: ListQuery): ListQuery => (isByClicks(list) ? { ...list, sort: 'newest', after: null } : list);
