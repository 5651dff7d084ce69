/** A tab of the dashboard, and what its address shall carry (`{ id }`, `{ search }`). */
export interface TabChange {
  tab: string;
  params?: Record<string, string>;
}

const CHANGE = 'dashboardTabChange';
const QUICK_CREATE = 'quickCreateLink';

/** Any page opens any tab, its own remote's or another's: the frame in the shell listens. */
export function openTab(tab: string, params?: Record<string, string>): void {
  window.dispatchEvent(new CustomEvent<TabChange>(CHANGE, { detail: { tab, params }, cancelable: true }));
}

/** For the frame, which goes on unless the event is prevented by whoever hears of it later. An event may carry the key alone or with parameters; `quickCreateLink` without a key means create. */
export function onTabChange(listener: (change: TabChange, event: Event) => void): () => void {
  const handle = (event: Event): void => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (typeof detail === 'string') listener({ tab: detail }, event);
    else if (isTabChange(detail)) listener(detail, event);
    else if (event.type === QUICK_CREATE) listener({ tab: 'create' }, event);
  };
  for (const name of [CHANGE, QUICK_CREATE]) window.addEventListener(name, handle);
  return () => {
    for (const name of [CHANGE, QUICK_CREATE]) window.removeEventListener(name, handle);
  };
}

function isTabChange(detail: unknown): detail is TabChange {
  return typeof detail === 'object' && detail !== null && 'tab' in detail && typeof detail.tab === 'string';
}
