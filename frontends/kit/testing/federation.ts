type Loader = () => Promise<unknown>;

const modules = new Map<string, Loader>();

/** What `loadRemote('dashboard/tab')` gives in a test; throw in it for a remote that is down. */
export function provideRemote(name: string, load: Loader): void {
  modules.set(name, load);
}

export function registerRemotes(): void {}

export async function loadRemote(name: string): Promise<unknown> {
  const load = modules.get(name);
  if (!load) throw new Error(`No test provides the remote module "${name}"`);
  return load();
}
