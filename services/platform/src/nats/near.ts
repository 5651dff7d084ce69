import { isIP } from 'node:net';

/**
 * Whether all servers of `urls` (one or several, by commas) are on this machine. The system tells at once when such a connection ends, so
 * that it need not be listened to as often as one through a network, which may go silent.
 */
export function isNear(urls: string): boolean {
  return urls.split(',').every((url) => isLoopback(hostOf(url)));
}

function hostOf(url: string): string {
  const trimmed = url.trim();
  // The client takes more than the standard does; what it takes and this does not may be anywhere.
  const parsed = URL.parse(trimmed.includes('://') ? trimmed : `nats://${trimmed}`);
  return (parsed?.hostname ?? '').replace(/^\[|\]$/g, '');
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
