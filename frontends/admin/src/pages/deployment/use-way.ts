import { useSearchParams } from '@linkway/kit/router';
import { usePageParams } from '@linkway/kit/ui';
import { compose } from './compose';
import { helm } from './helm';

/** What an installation is made with. */
const ways = { compose, helm } as const;
export type WayName = keyof typeof ways;
export type Way = (typeof ways)[WayName];
export const wayNames = Object.keys(ways) as WayName[];
const USUAL: WayName = 'compose';

/** In the address, so that a link to the guide shows the same. */
export function useWay(): { name: WayName; way: Way; choose: (name: WayName) => void } {
  const [params, setParams] = useSearchParams();
  const name = wayNames.find((known) => known === params.get('with')) ?? USUAL;
  usePageParams({ with: name === USUAL ? null : name });
  const choose = (chosen: WayName) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (chosen === USUAL) next.delete('with');
        else next.set('with', chosen);
        return next;
      },
      { replace: true },
    );
  return { name, way: ways[name], choose };
}
