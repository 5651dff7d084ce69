import { ANY_HOST } from '@linkway/contracts';
import { EXAMPLE_ID } from '../example/example-id.js';
import { literal } from '../link/list-sql.js';
import { SEARCHED } from '../link/search-index.repository.js';
import type { GuestPlace, GuestQuery, GuestSearch } from './guest-query.js';

/** Guests' links. The installation's own is like one, and nobody's to manage. */
export const OF_GUESTS = `workspace_id IS NULL AND id <> '${EXAMPLE_ID}'`;

/** The parts that questions for guests' links are made of, with their values. */
export class GuestSql {
  readonly values: unknown[] = [];
  readonly order: string;
  private readonly later: '>' | '<';

  constructor(sort: GuestQuery['sort']) {
    const direction = sort === 'oldest' ? 'ASC' : 'DESC';
    this.order = `created_at ${direction}, id ${direction}`;
    this.later = sort === 'oldest' ? '>' : '<';
  }

  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Links of a time, after a place: what the index of guests' links has together. */
  links({ from, to }: Pick<GuestQuery, 'from' | 'to'>, after: GuestPlace | null): string {
    const conditions = [
      OF_GUESTS,
      ...(from === null ? [] : [`created_at >= ${this.value(from)}`]),
      ...(to === null ? [] : [`created_at < ${this.value(to)}`]),
      ...(after === null
        ? []
        : [`(created_at, id) ${this.later} (${this.value(after.created_at)}, ${this.value(after.id)})`]),
    ];
    return `short_links WHERE ${conditions.join(' AND ')}`;
  }

  /** What else is wanted of each of them. */
  wanted({ search, expired }: Pick<GuestQuery, 'search' | 'expired'>): string {
    const conditions = [
      ...(expired === null ? [] : [`coalesce(expires_at <= now(), false) = ${this.value(expired)}`]),
      ...(search === null ? [] : [this.matches(search)]),
    ];
    return conditions.join(' AND ') || 'true';
  }

  private matches({ words, address, exact }: GuestSearch): string {
    const has = (text: string) => `${SEARCHED} LIKE links_folded(${this.value(`%${literal(text)}%`)})`;
    const anywhere = words.map(has).join(' AND ');
    const at =
      address === null
        ? ''
        : ` OR (host = ANY(${this.value([address.host, ANY_HOST])}) AND short_code ILIKE ${this.value(`${literal(address.code)}%`)})`;
    return `(${anywhere}${at}) AND NOT id = ANY(${this.value(exact)}::uuid[])`;
  }
}
