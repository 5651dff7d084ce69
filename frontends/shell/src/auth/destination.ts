/**
 * Where one goes who has signed in: back to where they were, else to the dashboard. A plan or domain that was chosen with its price stays
 * in the address for the page that sells it, and an invitation for that of the teams.
 */
export function destinationOf(search: string): string {
  const params = new URLSearchParams(search);
  const isBought = params.has('price') && (params.has('plan') || params.has('domain'));
  // The dashboard's address alone; anything else could be another site's trap.
  const back = /^\/dashboard(\?[^#]*)?$/.exec(params.get('return') ?? '')?.[1];
  const kept = new URLSearchParams(isBought ? '' : back);
  for (const name of isBought ? ['plan', 'domain', 'price', 'invite'] : ['invite']) {
    const value = params.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size > 0 ? `/dashboard?${kept}` : '/dashboard';
}

/** The sign-in page that leads back to where the person is. */
export const loginFrom = ({ pathname, search }: { pathname: string; search: string }): string =>
  `/login?${new URLSearchParams({ return: `${pathname}${search}` })}`;
