// The shell carries every lazy facade of the share list, also those that only remotes use.
export const lazyFacades = {
  query: () => import('@linkway/kit/query'),
  qr: () => import('@linkway/kit/qr'),
  ui: () => import('@linkway/kit/ui'),
  icons: () => import('@linkway/kit/ui/icons'),
  table: () => import('@linkway/kit/ui/table'),
  form: () => import('@linkway/kit/ui/form'),
  date: () => import('@linkway/kit/ui/date'),
  charts: () => import('@linkway/kit/ui/charts'),
};

/** Fetches what most dashboard pages need while the first one is being looked at. Charts and dates wait until they show. */
export function warmUp(): void {
  const start = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500));
  start(() => void Promise.allSettled([lazyFacades.query(), lazyFacades.icons(), lazyFacades.table()]));
}
