/** A tab of the dashboard, and what its address shall carry (`{ id }`, `{ search }`). */
export interface TabChange {
  tab: string;
  params?: Record<string, string>;
}

const CHANGE = 'dashboardTabChange';
const QUICK_CREATE = 'quickCreateLink';

/** Any page opens any tab, its own remote's or another's: the frame in the shell listens. */
export function openTab(tab: string, params?: Record<string, string>): void {
  window.dispatchEvent(new CustomEvent<TabChange>(CHANGE, { detail: { tab, params } }));
}

/** For the frame. An event may carry the key alone or with parameters; `quickCreateLink` without a key means create. */
export function onTabChange(listener: (change: TabChange) => void): () => void {
  const handle = (event: Event): void => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (typeof detail === 'string') listener({ tab: detail });
    else if (isTabChange(detail)) listener(detail);
    else if (event.type === QUICK_CREATE) listener({ tab: 'create' });
  };
  for (const name of [CHANGE, QUICK_CREATE]) window.addEventListener(name, handle);
  return () => {
    for (const name of [CHANGE, QUICK_CREATE]) window.removeEventListener(name, handle);
  };
}

function isTabChange(detail: unknown): detail is TabChange {
  return typeof detail === 'object' && detail !== null && 'tab' in detail && typeof detail.tab === 'string';
}
