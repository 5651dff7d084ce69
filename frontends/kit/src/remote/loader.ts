import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';

interface RuntimeConfig {
  /** Name of a remote -> address of its mf-manifest.json. */
  remotes: Record<string, string>;
}

async function runtimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  return (await response.json()) as RuntimeConfig;
}

/** Fetches an exposed module of a remote. Each try reads the address anew and forgets what a failed one left behind. */
export async function loadRemoteModule<T>(remote: string, module: string): Promise<T> {
  const { remotes } = await runtimeConfig();
  const entry = remotes[remote];
  if (!entry) throw new Error(`/config.json names no remote "${remote}"`);
  registerRemotes([{ name: remote, entry: new URL(entry, window.location.origin).href }], { force: true });
  const loaded = await loadRemote<T>(`${remote}/${module}`);
  if (!loaded) throw new Error(`The remote "${remote}" has no module "${module}"`);
  return loaded;
}
