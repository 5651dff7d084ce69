import type { Dialog } from '@linkway/kit/ui/form';
import { useEffect, useEffectEvent, useState } from 'react';

/** `hidden`: out of sight while it waits for an answer. `ended`: on its way out of sight. */
type Place = 'none' | 'shown' | 'hidden' | 'ended';

export type OneDialog = Omit<Dialog<unknown>, 'of'>;

/**
 * A dialog over a card, `null` while there is none. Opened again it is a new one, or the one that still waits. `afterClose` is called
 * where the focus would be nowhere, as the button that opened it went with what it did.
 */
export function useOneDialog(name: string, afterClose: () => void): { open: () => void; dialog: OneDialog | null } {
  const [{ place, times }, setState] = useState<{ place: Place; times: number }>({ place: 'none', times: 0 });
  const move = (next: (at: Place) => Place): void =>
    setState((now) => {
      const at = next(now.place);
      return { place: at, times: now.times + (now.place === 'none' && at === 'shown' ? 1 : 0) };
    });
  const onClosed = useEffectEvent(() => {
    if (document.activeElement === document.body) afterClose();
  });
  // Once it is out of the page: until then the focus may be in it.
  useEffect(() => {
    if (place === 'none' && times > 0) onClosed();
  }, [place, times]);
  const show = (): void => move(() => 'shown');
  const dialog: OneDialog = {
    id: `${name}-${times}`,
    open: place === 'shown',
    zIndex: 1_000,
    show,
    hide: () => move(() => 'hidden'),
    end: () => move((at) => (at === 'shown' ? 'ended' : 'none')),
    afterClose: () => move((at) => (at === 'ended' ? 'none' : at)),
  };
  return { open: show, dialog: place === 'none' ? null : dialog };
}
