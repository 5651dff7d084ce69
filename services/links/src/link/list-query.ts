import { type ListLinksQuery, MOST_BY_PAGE } from '@linkway/contracts';
import type { LinkAddress } from '../domain/domain-address.js';
import type { OwnedLink } from './link.repository.js';
import type { ListPlace } from './list-place.js';

export interface ListQuery {
  workspaceId: string;
  /** Of links of these domains alone; null: of all. */
  domainIds: readonly string[] | null;
  sort: ListLinksQuery['sort'];
  /** null: both. */
  active: boolean | null;
  /** Of links that have all of these. */
  tags: readonly string[];
  /** Of links of that campaign; null: of all. */
  campaignId: string | null;
  /** Made then or later; null: whenever. */
  from: Date | null;
  /** Made before. */
  to: Date | null;
  /** The list begins after it. */
  after: ListPlace | null;
  offset: number;
  limit: number;
}

export interface Search {
  /** A link must have each of them; there is at least one. */
  words: readonly string[];
  /** The short link that the text is, if it is one. */
  address: LinkAddress | null;
}

/** As a list has it. */
export type ListedLink = OwnedLink & {
  /** In a list by clicks: those that it is there for. */
  clicks?: number;
};

export interface Listed {
  links: ListedLink[];
  /** Where the links after these begin; null: there are none. */
  next: ListPlace | null;
}

/** As many as there are at least, where they are more than are counted. */
export interface Total {
  total: number;
  isLeast: boolean;
}

export const isByClicks = ({ sort }: Pick<ListQuery, 'sort'>): boolean =>
  sort === 'most_clicks' || sort === 'fewest_clicks';

/** Of one row more than asked for, which tells whether there are more. */
export function listed({ limit }: ListQuery, rows: ListedLink[]): Listed {
  const links = rows.slice(0, limit);
  return { links, next: rows.length > limit ? (links.at(-1) ?? null) : null };
}

export const totalOf = (counted: number): Total => ({
  total: Math.min(counted, MOST_BY_PAGE + 1),
  isLeast: counted > MOST_BY_PAGE,
});
