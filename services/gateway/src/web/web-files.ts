import { readdirSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { GatewayConfig } from '../config.js';

export interface Remote {
  name: string;
  /** Where browsers find its manifest. */
  manifest: string;
  /** Folder that it is served from here, if it is. */
  folder: string | null;
}

/** The remotes of the configuration: those in folders, and those at addresses, which win. */
export function remotesOf(config: Pick<GatewayConfig, 'REMOTES' | 'REMOTES_ROOT'>): Remote[] {
  const remotes = new Map<string, Remote>();
  for (const [name, folder] of pairs(config.REMOTES_ROOT)) {
    remotes.set(name, { name, manifest: `/remotes/${name}/mf-manifest.json`, folder: resolve(folder) });
  }
  for (const [name, manifest] of pairs(config.REMOTES)) {
    remotes.set(name, { name, manifest, folder: remotes.get(name)?.folder ?? null });
  }
  return [...remotes.values()];
}

const pairs = (entries: string[]): [string, string][] =>
  entries.map((entry) => {
    const at = entry.indexOf('=');
    if (at < 1 || !/^[a-z][a-z0-9-]*$/.test(entry.slice(0, at))) {
      throw new Error(`REMOTES and REMOTES_ROOT take name=value pairs, not "${entry}"`);
    }
    return [entry.slice(0, at), entry.slice(at + 1)];
  });

export const originsOf = (remotes: Remote[]): string[] => [
  ...new Set(remotes.filter(({ manifest }) => URL.canParse(manifest)).map(({ manifest }) => new URL(manifest).origin)),
];

/** Files beside index.html, as favicon.svg; what else lies there is not served. */
export const filesAtRoot = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !/^(index\.html|config\.json|(preload|bundle-report)\.json|\..*)$|\.(br|gz|map)$/.test(entry.name),
    )
    .map((entry) => entry.name);

const HASHED = /[.-](?=[A-Za-z0-9_]*\d)[A-Za-z0-9_]{8,}\.[a-z0-9]+$/;

/** How long a browser may keep a file: for good where its name changes with its content. */
export function cacheControl(file: string, webRoot: string): string {
  const path = file.replace(/\.(br|gz)$/, '');
  const below = relative(webRoot, path);
  if (below.startsWith(`assets${sep}`) && !isAbsolute(below)) return 'public, max-age=31536000, immutable';
  if (/(^|[\\/])(mf-manifest\.json|mf-stats\.json|remoteEntry\.js)$/.test(path)) return 'no-cache';
  return HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
