import { BlockList, isIP } from 'node:net';
import type { AppLogger } from '@linkway/platform';
import type { FastifyInstance } from 'fastify';

const near = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  near.addSubnet(net, prefix, 'ipv4');
}
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/** Whether an address is one that a proxy in front of this process would have. */
export const isNear = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && near.check(plain, family === 6 ? 'ipv6' : 'ipv4');
};

/**
 * Warns, once, of a proxy that nobody told of: all its visitors would count as one, and behind one on this machine guests
 * would have no limit per network at all.
 */
export function noticeUnseenProxy(instance: FastifyInstance, trusted: readonly string[], logger: AppLogger): void {
  if (trusted.length > 0) return;
  let told = false;
  instance.addHook('onRequest', (request, _reply, done) => {
    if (!told && request.headers['x-forwarded-for'] !== undefined && isNear(request.socket.remoteAddress ?? '')) {
      told = true;
      logger.warn('a proxy passes requests on but is not in TRUSTED_PROXIES: its visitors all count as one');
    }
    done();
  });
}
