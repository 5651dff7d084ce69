import { onTabChange, useSearchParams } from '@linkway/kit/router';
import { useEffect } from 'react';
import { resolveTab } from './tabs';

/** The current tab, from the address; the window's tab events change it. */
export function useTab(admin: boolean): string {
  const [params, setParams] = useSearchParams();
  useEffect(
    () =>
      onTabChange(({ tab, params: carried }, event) =>
        // A form with something that is kept nowhere hears of it later than the frame does.
        queueMicrotask(() => {
          if (!event.defaultPrevented) setParams({ tab: resolveTab(tab, admin), ...carried });
        }),
      ),
    [admin, setParams],
  );
  return resolveTab(params.get('tab'), admin);
}
