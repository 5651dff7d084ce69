import { LOOPBACK, networkOf } from '../address/network.js';

interface Asked {
  caller?: { workspace_id?: unknown } | null;
  data?: { ip?: unknown; origin?: { ip?: unknown } } | null;
}

/**
 * Whom a request's place counts for: the workspace of its caller, else the network of a visitor, as requests that act for nobody
 * name it; null where it is neither, as with a service's own questions, and for this very machine, where all may come from.
 */
export function whomOf(envelope: unknown): string | null {
  const { caller, data } = (typeof envelope === 'object' && envelope !== null ? envelope : {}) as Asked;
  if (typeof caller?.workspace_id === 'string') return caller.workspace_id;
  const ip = data?.ip ?? data?.origin?.ip;
  if (typeof ip !== 'string') return null;
  const network = networkOf(ip);
  return network === LOOPBACK ? null : network;
}
