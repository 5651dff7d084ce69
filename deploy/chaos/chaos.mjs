// `npm run chaos -- NAME [--short]`: breaks things under load, prints one JSON line at the end, exits 0 only when nothing was lost.
import { launch } from '../local/launch.mjs';

const runs = {
  clicks: async (short) => (await import('./clicks.ts')).chaosClicks(short),
  'stores-down': async (short) => (await import('./stores-down.ts')).chaosStoresDown(short),
  'disk-full': async (short) => (await import('./disk-full.ts')).chaosDiskFull(short),
  invalidation: async (short) => (await import('./invalidation.ts')).chaosInvalidation(short),
  outage: async (short) => (await import('./outage.ts')).chaosOutage(short),
  streams: async (short) => (await import('./streams.ts')).chaosStreams(short),
  'two-of-each': async (short) => (await import('./two-of-each.ts')).chaosTwoOfEach(short),
  damage: async (short) => (await import('./damage.ts')).chaosDamage(short),
  restore: async (short) => (await import('./restore.ts')).chaosRestore(short),
  revoke: async (short) => (await import('./revoke.ts')).chaosRevoke(short),
};

await launch(async ([name, option]) => {
  const run = runs[name];
  if (!run) throw new Error(`there is no chaos run ${name ?? ''}: choose ${Object.keys(runs).join(', ')}`);
  await run(option === '--short');
});
