import { useNavigate } from '@linkway/kit/router';
import { useEffect, useEffectEvent } from 'react';

/** Leads on to what was pushed, where somebody presses it while this page is open: the service worker says which page that is. */
export function usePushed(): void {
  const navigate = useNavigate();
  const open = useEffectEvent((path: string) => void navigate(path));
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    const hear = ({ data }: MessageEvent<unknown>): void => {
      const path = typeof data === 'object' && data !== null && 'open' in data ? data.open : null;
      if (typeof path === 'string' && path.startsWith('/dashboard')) open(path);
    };
    serviceWorker.addEventListener('message', hear);
    return () => serviceWorker.removeEventListener('message', hear);
  }, []);
}
