// `npm run chaos -- NAME [--short] [--seed=N]`: breaks things under load, prints one JSON line at the end, exits 0 only when nothing was lost.
import { launch } from '../local/launch.mjs';

const runs = {
  kill: async (short) => (await import('./kill.ts')).chaosKill(short),
  'stores-down': async (short) => (await import('./stores-down.ts')).chaosStoresDown(short),
  'disk-full': async (short) => (await import('./disk-full.ts')).chaosDiskFull(short),
  invalidation: async (short) => (await import('./invalidation.ts')).chaosInvalidation(short),
  outage: async (short) => (await import('./outage.ts')).chaosOutage(short),
  streams: async (short) => (await import('./streams.ts')).chaosStreams(short),
  'two-of-each': async (short) => (await import('./two-of-each.ts')).chaosTwoOfEach(short),
  damage: async (short) => (await import('./damage.ts')).chaosDamage(short),
  restore: async (short) => (await import('./restore.ts')).chaosRestore(short),
  'odd-requests': async (short, seed) => (await import('./odd-requests.ts')).chaosOddRequests(short, seed),
  revoke: async (short) => (await import('./revoke.ts')).chaosRevoke(short),
};

await launch(async ([name, ...options]) => {
  const run = runs[name];
  if (!run) throw new Error(`there is no chaos run ${name ?? ''}: choose ${Object.keys(runs).join(', ')}`);
  const seed = options.find((option) => option.startsWith('--seed='))?.slice('--seed='.length);
  await run(options.includes('--short'), seed === undefined ? undefined : Number(seed));
});
