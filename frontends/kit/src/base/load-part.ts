// Files of a build that is no longer served, and when a page was last loaded anew for one: survives the reload, ends with the tab.
const MARK = 'reloaded_for';
const REST_MS = 60_000;
const AGAIN_AFTER_MS = 500;
const MOST_TRIES = 6;

/** A part of the app that did not load, also not at the second try. */
export class PartDown extends Error {
  /** `network.unreachable`, or a code of what is down. */
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`${code}: a part of the app did not load`, { cause });
    this.code = code;
  }
}

/**
 * Fetches a part of the app. A failure is tried once more, and so is each further one on the way, as that of a remote has
 * several files. Where a file is gone, since a newer build is served, the page is loaded anew, once for each file, unless it
 * `stays`. Throws PartDown otherwise.
 */
export async function loadPart<T>(load: () => Promise<T>, code = 'part.unavailable', stays = false): Promise<T> {
  let cause: unknown;
  for (let tries = 0, same = false; tries < MOST_TRIES && !same; tries += 1) {
    try {
      return await load();
    } catch (error) {
      same = String(error) === String(cause);
      cause = error;
      forgetFailedShares();
      if (!same) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
  // Both webpack and its style sheets tell the address.
  const { request } = cause as { request?: string };
  const status = (request && (await statusOf(request))) || (await statusOf('/config.json'));
  // Until the new page is there, this one waits.
  if (!stays && request && (status === 404 || status === 410) && reloadOnce(request)) return new Promise(() => {});
  throw new PartDown(status ? code : 'network.unreachable', cause);
}

/** 0 where nobody answers. */
const statusOf = (address: string): Promise<number> =>
  fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status,
    () => 0,
  );

function reloadOnce(address: string): boolean {
  try {
    const [last, ...gone] = (sessionStorage.getItem(MARK) ?? '0').split(' ');
    if (Date.now() - Number(last) < REST_MS || gone.includes(address)) return false;
    sessionStorage.setItem(MARK, [Date.now(), ...gone, address].join(' '));
  } catch {
    // Where nothing is kept, nothing would end a loop.
    return false;
  }
  window.location.reload();
  return true;
}

declare const __webpack_share_scopes__: Record<string, Record<string, Record<string, Share>>> | undefined;
interface Share {
  loaded?: unknown;
  loading?: unknown;
}

/** The federation keeps the failure of a shared module for good; without it, the next try asks again. */
function forgetFailedShares(): void {
  if (typeof __webpack_share_scopes__ === 'undefined') return;
  for (const scope of Object.values(__webpack_share_scopes__)) {
    for (const versions of Object.values(scope)) {
      for (const share of Object.values(versions)) if (!share.loaded) delete share.loading;
    }
  }
}
