const carried = ['plan', 'domain', 'price'] as const;

/** The dashboard's address for the page's own `return`; anything else could be another site's trap. */
const returnTo = (wanted: string | null): string | null =>
  wanted && /^\/dashboard(\?[^#]*)?$/.test(wanted) ? wanted : null;

/**
 * Where one goes who has signed in: back to where they were, else to the dashboard. A plan or domain that was chosen with
 * its price stays in the address for the page that sells it.
 */
export function destinationOf(search: string): string {
  const params = new URLSearchParams(search);
  const chosen = new URLSearchParams();
  if (params.has('price') && (params.has('plan') || params.has('domain'))) {
    for (const name of carried) if (params.has(name)) chosen.set(name, params.get(name) ?? '');
  }
  if (chosen.size > 0) return `/dashboard?${chosen}`;
  return returnTo(params.get('return')) ?? '/dashboard';
}

/** The sign-in page that leads back to where the person is. */
export const loginFrom = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/login?${new URLSearchParams({ return: `${pathname}${search}` })}`;
