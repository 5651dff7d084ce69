import type { Tab } from '@linkway/kit/remote';
import { onTabChange, useSearchParams } from '@linkway/kit/router';
import { paramsOfOthers } from '@linkway/kit/ui';
import { useEffect } from 'react';
import { resolveTab, useTabs } from './tabs';

/**
 * The current tab, from the address; the window's tab events change it. An address that names none that there is, or one of
 * another role's, is put right: what it says is what is shown.
 */
export function useTab(admin: boolean): Tab | undefined {
  const { tabs } = useTabs();
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const shown = resolveTab(asked, admin, tabs);
  useEffect(
    () =>
      onTabChange(({ tab, params: carried }, event) =>
        // A form with something that is kept nowhere hears of it later than the frame does.
        queueMicrotask(() => {
          if (!event.defaultPrevented) setParams({ tab: resolveTab(tab, admin, tabs), ...carried });
        }),
      ),
    [admin, setParams, tabs],
  );
  useEffect(() => {
    if (asked === null || asked === shown) return;
    // What else the address carries is the other tab's, save where that one has a second name, or what no tab reads.
    setParams((old) => ({ ...Object.fromEntries(asked === 'links' ? old : paramsOfOthers(old)), tab: shown }), {
      replace: true,
    });
  }, [asked, shown, setParams]);
  return tabs.find(({ key }) => key === shown);
}
