import { fieldError } from '@linkway/platform';
import type { Link } from './link.entity.js';

/** A place in a list of links, which stays where it is when links are made or deleted, the one that it was taken from included. */
export type ListPlace = Pick<Link, 'created_at' | 'id'>;

const TEXT = /^([0-9a-z]{1,9})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** As `next_starting_after` tells it. */
export const placeText = ({ created_at, id }: ListPlace): string => `${created_at.getTime().toString(36)}_${id}`;

/** Throws `links.starting_after_invalid`. */
export function placeOf(text: string): ListPlace {
  const [, time = '', id = ''] = TEXT.exec(text) ?? [];
  const created_at = new Date(Number.parseInt(time, 36));
  if (Number.isNaN(created_at.getTime())) throw fieldError('starting_after', 'links.starting_after_invalid');
  return { created_at, id };
}
