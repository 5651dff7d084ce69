import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { snapshotPath } from './artifacts.js';
import { incompatibilities } from './compatibility.js';
import type { Snapshot } from './snapshots.js';

/** The snapshots in a `generated` folder: the contracts as they were published. */
export function publishedSnapshots(generated: string): Snapshot[] {
  const folder = join(generated, 'schemas');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Snapshot);
}

/** Every way in which the contracts of now break what was published; contracts in `replaced` may. */
export function breakingChanges(published: Snapshot[], now: Snapshot[], replaced: readonly string[] = []): string[] {
  const current = new Map(now.map((snapshot) => [snapshot.name, snapshot]));
  return published
    .filter(({ name }) => !replaced.includes(name))
    .flatMap((snapshot) => incompatibilities(snapshot, current.get(snapshot.name)));
}

/** Generated files that are missing, differ from what the sources give, or have no source any more. */
export function staleFiles(generated: string, files: ReadonlyMap<string, string>): string[] {
  const differs = ([path, text]: [string, string]) => {
    const file = join(generated, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  };
  const orphans = publishedSnapshots(generated)
    .map(({ name }) => snapshotPath(name))
    .filter((path) => !files.has(path));
  return [...[...files].filter(differs).map(([path]) => path), ...orphans];
}
