import { allEndpoints, allEvents, allRpcs } from '../src/registry.js';
import { buildAsyncApi } from './asyncapi.js';
import { buildClient } from './client.js';
import { buildOpenApi } from './openapi.js';
import { type Snapshot, snapshotOf } from './snapshots.js';

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** What every published contract looks like now. */
export const currentSnapshots = (): Snapshot[] => [...allEvents, ...allRpcs, ...allEndpoints].map(snapshotOf);

export const snapshotPath = (name: string) => `schemas/${name}.json`;

/** Every generated file: its path under `generated/` and its text. */
export async function buildArtifacts(): Promise<Map<string, string>> {
  const openapi = buildOpenApi(allEndpoints);
  const files = new Map([
    ['openapi.json', json(openapi)],
    ['asyncapi.yaml', buildAsyncApi(allEvents, allRpcs)],
    ['client.ts', await buildClient(openapi, allEndpoints)],
  ]);
  for (const snapshot of currentSnapshots()) files.set(snapshotPath(snapshot.name), json(snapshot));
  return files;
}
