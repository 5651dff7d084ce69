import { toast } from '@linkway/kit/base';
import { useLocation, useNavigate } from '@linkway/kit/router';
import { loadSession } from '@linkway/kit/session';
import { useEffect, useRef } from 'react';
import { destinationOf } from './destination';

interface WayOn {
  /** Said before the dashboard opens. */
  text: string;
  /** Time to read it, in ms. */
  pause: number;
  /** What goes along into the account meanwhile; the dashboard opens after it. It never fails. */
  along?: () => Promise<void>;
}

/** The way to the dashboard of whoever has signed in. */
export function useWayOn(): (way: WayOn) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const timer = useRef<number | undefined>(undefined);
  /** Whoever went elsewhere stays there. */
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      window.clearTimeout(timer.current);
    };
  }, []);
  return ({ text, pause, along }) => {
    toast(text);
    const going = along?.();
    timer.current = window.setTimeout(async () => {
      await going;
      await loadSession();
      if (left.current) return;
      await navigate(destinationOf(search), { replace: true });
    }, pause);
  };
}
