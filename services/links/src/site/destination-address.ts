import { createHash } from 'node:crypto';
import { locationOf } from '../link/destination.js';

/** An address whose page is looked at: what is after `#` is the browser's alone. */
export interface DestinationAddress {
  digest: Buffer;
  url: string;
  host: string;
}

export function addressOf(destination: string): DestinationAddress {
  const url = new URL(locationOf(destination));
  url.hash = '';
  return { digest: createHash('sha256').update(url.href).digest(), url: url.href, host: url.host };
}
