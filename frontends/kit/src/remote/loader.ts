import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { configOfPage, fetchConfig } from './config';

const registered = new Set<string>();
const failed = new Set<string>();

/** The page's own word is good for the first try; after a failure it is asked anew. */
async function addressOf(remote: string): Promise<string> {
  const { remotes } = (!failed.has(remote) && configOfPage()) || (await fetchConfig());
  const entry = remotes[remote];
  if (!entry) throw new Error(`/config.json names no remote "${remote}"`);
  return new URL(entry, window.location.origin).href;
}

/** Fetches an exposed module of a remote. After a failure the address is read anew and what the try left behind is dropped. */
export async function loadRemoteModule<T>(remote: string, module: string): Promise<T> {
  if (!registered.has(remote)) {
    registerRemotes([{ name: remote, entry: await addressOf(remote) }], { force: failed.has(remote) });
    registered.add(remote);
  }
  try {
    const loaded = await loadRemote<T>(`${remote}/${module}`);
    if (!loaded) throw new Error(`The remote "${remote}" has no module "${module}"`);
    return loaded;
  } catch (error) {
    registered.delete(remote);
    failed.add(remote);
    throw error;
  }
}
