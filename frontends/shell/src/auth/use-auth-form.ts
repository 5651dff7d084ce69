import { toast } from '@linkway/kit/base';
import { useLocation, useNavigate } from '@linkway/kit/router';
import { loadSession } from '@linkway/kit/session';
import { useEffect, useRef } from 'react';
import { destinationOf } from './destination';
import { useAccountForm } from './use-account-form';

type Form<Values extends object> = Parameters<typeof useAccountForm<Values>>[0];

interface Options<Values extends object> extends Omit<Form<Values>, 'done'> {
  /** Said on success, before the dashboard opens. */
  done: () => string;
  /** Time to read it, in ms. */
  pause: number;
  /** What goes along into the account meanwhile; the dashboard opens after it. It never fails. */
  along?: () => Promise<void>;
}

/** Of a login or registration form, with the way on to the dashboard. */
export function useAuthForm<Values extends object>({ done, pause, along, ...form }: Options<Values>) {
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
  return useAccountForm<Values>({
    ...form,
    done: () => {
      toast(done());
      const going = along?.();
      timer.current = window.setTimeout(async () => {
        await going;
        await loadSession();
        if (left.current) return;
        await navigate(destinationOf(search), { replace: true });
      }, pause);
    },
  });
}
