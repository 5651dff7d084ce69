import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false in what the build has drawn, and in the browser's first drawing of it, which has to be the same. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
