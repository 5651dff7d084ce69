import { faultOfAddress } from '@linkway/platform';

/** Whether an address that a browser gave may be one of a push service; `anywhere`: in a closed network it may be private, and at any port. */
export function isPushEndpoint(endpoint: string, anywhere: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  return url.protocol === 'https:' && faultOfAddress(url, { allowPrivate: anywhere }) === null;
}
