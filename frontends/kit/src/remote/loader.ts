import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';

interface RuntimeConfig {
  /** Name of a remote -> address of its mf-manifest.json. */
  remotes: Record<string, string>;
}

const registered = new Set<string>();
const failed = new Set<string>();

async function addressOf(remote: string): Promise<string> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const { remotes } = (await response.json()) as RuntimeConfig;
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
