/**
 * The secret of a mail's link, behind the `#` of the address: browsers send that to no server, so it is in no log. '' where there is none.
 */
export const linkToken = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
