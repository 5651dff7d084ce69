import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What was chosen before the sign-in, an invitation, where to go on, and what brought somebody here: others than the page read it. */
const OTHERS = ['plan', 'price', 'domain', 'invite', 'next', 'return'];
const isOthers = (name: string): boolean => OTHERS.includes(name) || name.startsWith('utm_');

/** Of an address, what no page of the dashboard may take away. */
export const paramsOfOthers = (params: URLSearchParams): [name: string, value: string][] =>
  [...params].filter(([name]) => isOthers(name));

/** In whatever order. */
const told = (params: URLSearchParams): string =>
  [...params]
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');

/**
 * Puts the address of a page right, so that it says what is shown: each parameter of the page's own as it is shown, null where that is
 * as usual and needs no saying. What nobody knows goes, what is for others stays. It is no step to go back to.
 */
export function usePageParams(own: Readonly<Record<string, string | null>> = {}): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const params = new URLSearchParams(search);
    const right = new URLSearchParams(paramsOfOthers(params));
    for (const [name, value] of Object.entries({ tab: params.get('tab'), ...own })) {
      if (value !== null) right.set(name, value);
    }
    if (told(right) !== told(params)) void navigate({ search: `?${right}`, hash }, { replace: true });
  });
}
