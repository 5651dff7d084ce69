const NAME = 'sidebar_state';
const WEEK = 7 * 24 * 60 * 60;

/** Open unless the person closed it in the last 7 days. */
export const sidebarOpen = (): boolean => !document.cookie.split('; ').includes(`${NAME}=closed`);

export function keepSidebar(open: boolean): void {
  // The newer Cookie Store API is not in every browser that we support.
  document.cookie = `${NAME}=${open ? 'open' : 'closed'}; path=/; max-age=${WEEK}; samesite=lax`;
}
