import { BREAKPOINT } from '@linkway/kit/theme';
import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia(`(max-width: ${BREAKPOINT - 1}px)`);

function subscribe(listener: () => void): () => void {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** True on a phone, where tables become cards. */
export const useSmallScreen = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
