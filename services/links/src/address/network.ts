import { LOOPBACK, networkOf } from '@linkway/platform';

/** What a guest's links are counted on beside the device, and how many times the limit of one guest it has. */
export interface Network {
  name: string;
  share: number;
}

// A provider may give one customer a whole /56, or each of 256 phones a /64 out of it: room for a few of them.
const WIDE_SHARE = 4;

/**
 * The networks that a visitor's guest links are counted on: the address or /64, and the /56 around the latter. None for
 * loopback, where on one machine everyone comes from.
 */
export function networksOf(ip: string): Network[] {
  const narrow = networkOf(ip);
  if (narrow === LOOPBACK) return [];
  const wide = networkOf(ip, { v6: 56 });
  return [{ name: narrow, share: 1 }, ...(wide === narrow ? [] : [{ name: wide, share: WIDE_SHARE }])];
}
