import { isWithinClicks, MOST_GUEST_TOTALS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import type { Total } from '../link/list-query.js';
import { GuestClicks } from './guest-clicks.js';
import { GuestListRepository } from './guest-list.repository.js';
import type { GuestPlace, GuestPortion, GuestQuery } from './guest-query.js';

/** The first portion: what is wanted mostly stands near. */
const FIRST = 500;
const MOST_LOOKED_AT = 20_000;
/** How long a page is looked for, before it is told with what was found and where to go on. */
const LOOKING_MS = 2_500;
/** Of the first links of a list, to tell how many are wanted at least. */
const COUNTED = { words: 20_000, clicks: 5_000 };

/** A page of what was found. */
export interface GuestPage {
  places: GuestPlace[];
  /** Where the links after these begin; null: there are none. */
  next: GuestPlace | null;
}

/** Looks through guests' links for what no index has together, portion by portion. */
@Injectable()
export class GuestLooks {
  constructor(
    private readonly lists: GuestListRepository,
    private readonly clicks: GuestClicks,
  ) {}

  /** Throws `links.clicks_unavailable`. */
  async page(query: GuestQuery, after: GuestPlace | null, limit: number): Promise<GuestPage> {
    const until = performance.now() + LOOKING_MS;
    const places: GuestPlace[] = [];
    let place = after;
    for (let size = FIRST; ; size = Math.min(size * 4, mostOf(query))) {
      const { found, looked, last } = await this.portion(query, place, size, limit + 1 - places.length);
      places.push(...found);
      if (places.length > limit) {
        const page = places.slice(0, limit);
        return { places: page, next: page.at(-1) ?? null };
      }
      if (looked < size) return { places, next: null };
      place = last;
      if (performance.now() > until) return { places, next: place };
    }
  }

  /** Of the whole list, among its first links. Throws `links.clicks_unavailable`. */
  async count(query: GuestQuery): Promise<Total> {
    const most = query.clicks === null ? COUNTED.words : COUNTED.clicks;
    let total = 0;
    let seen = 0;
    for (let place: GuestPlace | null = null; seen < most; ) {
      const size = Math.min(mostOf(query), most - seen);
      const { found, looked, last }: GuestPortion = await this.portion(query, place, size, size);
      total += found.length;
      seen += looked;
      place = last;
      if (looked < size) return { total, isLeast: false };
    }
    return { total, isLeast: true };
  }

  /** By clicks all that analytics is asked of in one question. */
  private async portion(
    query: GuestQuery,
    after: GuestPlace | null,
    size: number,
    most: number,
  ): Promise<GuestPortion> {
    if (query.clicks === null) return this.lists.next(query, after, size, most);
    const portion = await this.lists.next(query, after, size, size);
    return { ...portion, found: await this.within(query, portion.found) };
  }

  /** Those with as many clicks as are wanted. Throws `links.clicks_unavailable`. */
  async within({ clicks: range, caller }: GuestQuery, places: GuestPlace[]): Promise<GuestPlace[]> {
    if (range === null) return places;
    const ids = places.map(({ id }) => id);
    const clicks = await this.clicks.needed(ids, caller);
    return places.filter(({ id }) => isWithinClicks(range, clicks(id)));
  }
}

const mostOf = ({ clicks }: GuestQuery): number => (clicks === null ? MOST_LOOKED_AT : MOST_GUEST_TOTALS);
