import { expect, it } from '@jest/globals';
import * as contracts from '../src/index.js';
import { allEndpoints, allEvents, allRpcs, allSignals } from '../src/registry.js';

/** The names under which contracts of a kind are exported. */
const namesOf = (kind: 'event' | 'rpc' | 'signal' | 'endpoint'): string[] =>
  (Object.entries(contracts) as [string, unknown][])
    .filter(([, value]) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind)
    .map(([name]) => name);

it('tells requests between services by their ending', () => {
  const names = namesOf('rpc');
  expect(names).toHaveLength(allRpcs.length);
  expect(names.filter((name) => !name.endsWith('Rpc'))).toEqual([]);
});

it('gives that ending to nothing else', () => {
  const names = [...namesOf('event'), ...namesOf('signal'), ...namesOf('endpoint')];
  expect(names).toHaveLength(allEvents.length + allSignals.length + allEndpoints.length);
  expect(names.filter((name) => /Rpc$|Command$/.test(name))).toEqual([]);
});
