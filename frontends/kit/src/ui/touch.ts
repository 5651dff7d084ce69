import { useSyncExternalStore } from 'react';
import { BREAKPOINT } from '../theme/tokens';

/** A finger points, or the window is a phone's. In style sheets: `(pointer: coarse), (max-width: 767px)`. */
const fingers = () => window.matchMedia(`(pointer: coarse), (max-width: ${BREAKPOINT - 1}px)`);

function subscribe(listener: () => void): () => void {
  const media = fingers();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export const isTouch = (): boolean => fingers().matches;

/** Whether what is pressed has to be as large as a finger. */
export const useTouch = (): boolean => useSyncExternalStore(subscribe, isTouch);

/** Whether the focus in a field opens a keyboard over the page. */
export const opensKeyboard = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** The least height and width in px of what is pressed. */
export const targetPx = (touch: boolean): number => (touch ? 44 : 24);

/** The height of a field or button of the usual size, and the width of one with a picture alone. */
export const controlPx = (touch: boolean): number => (touch ? targetPx(true) : 32);
