/** Why an address is no destination. */
export const urlErrors = [
  'links.url_required',
  'links.url_invalid',
  'links.url_incomplete',
  'links.url_credentials',
  'links.url_private',
  'links.url_loop',
  'links.url_own_host',
  'links.url_blocked',
] as const;
