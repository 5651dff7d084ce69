import { createHmac } from 'node:crypto';
import { networkOf } from '@linkway/platform';
import { LRUCache } from 'lru-cache';

const REMEMBERED = 10_000;
const LENGTH = 16;

/**
 * Tells networks apart in the log without naming them: 16 characters of base64url of an HMAC-SHA256, keyed by the installation's secret, of `network:` and
 * what `networkOf` makes of an address. The same in all processes, so that what one address did can be followed.
 */
export function networkDigests(secret: string): (ip: string) => string {
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  return (ip) => {
    let digest = known.get(ip);
    if (digest === undefined) {
      digest = createHmac('sha256', secret)
        .update(`network:${networkOf(ip)}`)
        .digest('base64url')
        .slice(0, LENGTH);
      known.set(ip, digest);
    }
    return digest;
  };
}
