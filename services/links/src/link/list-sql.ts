import { ANY_HOST } from '@linkway/contracts';
import type { ListPlace } from './list-place.js';
import type { ListQuery, Search } from './list-query.js';
import { isIndexed, SEARCHED } from './search-index.repository.js';

const ORDERS: Readonly<Record<ListQuery['sort'], string>> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at ASC, id ASC',
  most_clicks: 'clicks DESC, created_at DESC, id DESC',
  fewest_clicks: '-clicks DESC, created_at DESC, id DESC',
};

/** The parts that questions for lists are made of, with their values. */
export class ListSql {
  readonly values: unknown[] = [];
  /** The links of the list. */
  readonly links: string;
  /** The same where their order is enough: a link of a tenant is the workspace's unless it is a guest's by that very id, so indexes alone know them. */
  readonly places: string;
  readonly order: string;
  readonly workspace: string;
  private readonly sort: ListQuery['sort'];

  constructor({ workspaceId, active, campaignId, from, to, sort, after }: ListQuery) {
    this.sort = sort;
    this.order = ORDERS[sort];
    this.workspace = this.value(workspaceId);
    const rest = [
      `tenant_id = ${this.workspace}`,
      ...(active === null ? [] : [`is_active = ${this.value(active)}`]),
      ...(campaignId === null ? [] : [`campaign_id = ${this.value(campaignId)}`]),
      ...(from === null ? [] : [`created_at >= ${this.value(from)}`]),
      ...(to === null ? [] : [`created_at < ${this.value(to)}`]),
      this.afterPlace(after),
    ].join(' AND ');
    this.links = `short_links WHERE workspace_id = ${this.workspace} AND ${rest}`;
    this.places = `short_links WHERE id <> ${this.workspace} AND ${rest}`;
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** One more than asked for tells whether there are more. */
  range({ offset, limit }: ListQuery): string {
    return `OFFSET ${this.value(offset)} LIMIT ${this.value(limit + 1)}`;
  }

  /** Of rows with `created_at`, `id`, and `clicks` in a list by these. */
  afterPlace(place: ListPlace | null): string {
    if (place === null) return 'true';
    const [time, id] = [this.value(place.created_at), this.value(place.id)];
    if (place.clicks === undefined) return `(created_at, id) ${this.sort === 'oldest' ? '>' : '<'} (${time}, ${id})`;
    const clicks = this.value(place.clicks);
    // The newest come first of those that have as many, either way.
    return this.sort === 'fewest_clicks'
      ? `(-clicks, created_at, id) < (-${clicks}::bigint, ${time}, ${id})`
      : `(clicks, created_at, id) < (${clicks}::bigint, ${time}, ${id})`;
  }

  /** What the query and the search, if there is one, want of a link. */
  wanted({ domainIds, campaignId, tags }: ListQuery, search: Search | null, searched = SEARCHED): string {
    const domains = domainIds === null ? [] : [`selected_domain_id = ANY(${this.value(domainIds)}::uuid[])`];
    const words = search === null ? [] : [this.matches(search, searched)];
    // Lists by clicks have places of other links, too.
    const campaign = campaignId === null ? [] : [`campaign_id = ${this.value(campaignId)}`];
    return [...domains, ...campaign, ...this.tagged(tags), ...words].join(' AND ') || 'true';
  }

  /** As the index `short_links_tagged` has them; a link without tags is told apart without making keys of them. */
  private tagged(tags: readonly string[]): string[] {
    if (tags.length === 0) return [];
    const keys = `links_tag_keys(${this.workspace}::uuid, ${this.value(tags)}::text[])`;
    return [`tags <> '{}'`, `links_tag_keys(tenant_id, tags) @> ${keys}`];
  }

  /** `searched`: what the words are looked for in, where it was put together already. */
  private matches({ words, address }: Search, searched: string): string {
    const has = (text: string) => {
      const pattern = `links_folded(${this.value(`%${literal(text)}%`)})`;
      // Unseen by the planner, which takes a text of some letters for one that nearly nothing has, and would not look into the index of tags for
      // more. Of a text that the index does not know it has to see that: all of the index would be read for it.
      return `${searched} LIKE ${isIndexed(text, false) ? `(SELECT ${pattern})` : pattern}`;
    };
    const anywhere = words.map(has).join(' AND ');
    if (address === null) return anywhere;
    // The first part says nothing more than the last one: the index knows it.
    return `(${anywhere} OR (${has(address.code)} AND host = ANY(${this.value([address.host, ANY_HOST])})
      AND short_code ILIKE ${this.value(`${literal(address.code)}%`)}))`;
  }
}

/** A text as itself in a pattern of LIKE. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
