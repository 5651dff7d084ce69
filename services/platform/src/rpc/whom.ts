import { LOOPBACK, networkOf } from '../address/network.js';

interface Asked {
  caller?: { workspace_id?: unknown } | null;
  data?: { ip?: unknown; origin?: { ip?: unknown }; key_hash?: unknown } | null;
}

/**
 * Whom a request's place counts for: the workspace of its caller, else the API key that is asked about, or the network of a visitor, as
 * requests that act for nobody name them; null where it is none of these, as with a service's own questions, and for this very machine, where all may come from.
 */
export function whomOf(envelope: unknown): string | null {
  const { caller, data } = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as Asked;
  if (typeof caller?.workspace_id === 'string') return caller.workspace_id;
  // What is asked about one key waits for that key: it must not hold up what is asked about others.
  if (typeof data?.key_hash === 'string') return `key:${data.key_hash}`;
  const ip = data?.ip ?? data?.origin?.ip;
  if (typeof ip !== 'string') return null;
  const network = networkOf(ip);
  return network === LOOPBACK ? null : network;
}
