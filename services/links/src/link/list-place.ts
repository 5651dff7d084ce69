import { fieldError } from '@linkway/platform';
import type { Link } from './link.entity.js';

/** A place in a list of links, which stays where it is when links are made or deleted, the one that it was taken from included. */
export type ListPlace = Pick<Link, 'created_at' | 'id'> & {
  /** Of a list by clicks. */
  clicks?: number;
};

const TEXT = /^(?:([0-9a-z]{1,11})\.)?([0-9a-z]{1,9})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** As `next_starting_after` tells it. */
export function placeText({ created_at, id, clicks }: ListPlace): string {
  const place = `${created_at.getTime().toString(36)}_${id}`;
  return clicks === undefined ? place : `${clicks.toString(36)}.${place}`;
}

/** Throws `links.starting_after_invalid`, for a place in a list by clicks where this one is not, or is alone, too. */
export function placeOf(text: string, isByClicks = false): ListPlace {
  const [, clicks, time = '', id = ''] = TEXT.exec(text) ?? [];
  const created_at = new Date(Number.parseInt(time, 36));
  const count = clicks === undefined ? undefined : Number.parseInt(clicks, 36);
  if (Number.isNaN(created_at.getTime()) || (count !== undefined) !== isByClicks || !Number.isSafeInteger(count ?? 0))
    throw fieldError('starting_after', 'links.starting_after_invalid');
  return { created_at, id, ...(count !== undefined && { clicks: count }) };
}
