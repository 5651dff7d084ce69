import type { Caller, GuestClickRange } from '@linkway/contracts';
import type { LinkAddress } from '../domain/domain-address.js';
import type { ListPlace } from '../link/list-place.js';

export type GuestPlace = Pick<ListPlace, 'created_at' | 'id'>;

export interface GuestSearch {
  /** A link must have each of them in its code or its destination; there is at least one. */
  words: readonly string[];
  /** The short link that the text is, if it is one. */
  address: LinkAddress | null;
  /** Links with that very code, which come first and are not found once more. */
  exact: readonly string[];
}

/** Which of guests' links are wanted, and in which order. */
export interface GuestQuery {
  sort: 'newest' | 'oldest';
  search: GuestSearch | null;
  clicks: GuestClickRange | null;
  /** null: both. */
  expired: boolean | null;
  /** Made then or later; null: whenever. */
  from: Date | null;
  /** Made before. */
  to: Date | null;
  /** Whom analytics tells the clicks of guests' links. */
  caller: Caller;
}

/** What was found among the next links of the list. */
export interface GuestPortion {
  found: GuestPlace[];
  /** How many were looked at, and the last of them; null: there were none. */
  looked: number;
  last: GuestPlace | null;
}
