import type { Deployment } from '@linkway/kit/api';

const PLACEHOLDER = 'links.example.com';

/** A name that certificates are given for; an address, a port or a name of this machine alone gives way to an example. */
export function exampleHost(deployment: Deployment | undefined): string {
  const host = deployment?.main_domain ?? '';
  return /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !host.endsWith('.localhost') ? host : PLACEHOLDER;
}
