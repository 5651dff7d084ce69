// The shell carries every lazy facade of the share list, also those that only remotes use.
export const lazyFacades = {
  query: () => import('@linkway/kit/query'),
  qr: () => import('@linkway/kit/qr'),
  ui: () => import('@linkway/kit/ui'),
  icons: () => import('@linkway/kit/ui/icons'),
  table: () => import('@linkway/kit/ui/table'),
  input: () => import('@linkway/kit/ui/input'),
  form: () => import('@linkway/kit/ui/form'),
  dialog: () => import('@linkway/kit/ui/dialog'),
  data: () => import('@linkway/kit/ui/data'),
  date: () => import('@linkway/kit/ui/date'),
  charts: () => import('@linkway/kit/ui/charts'),
};

/** A first page has the network to itself. */
const AFTER_MS = 4_000;

/** Fetches what most dashboard pages need while the first one is being looked at. Charts and dates wait until they show. */
export function warmUp(): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => run());
  const fetchAll = () =>
    void Promise.allSettled([lazyFacades.table(), lazyFacades.input(), lazyFacades.form(), lazyFacades.dialog()]);
  window.setTimeout(() => idle(fetchAll), AFTER_MS);
}
