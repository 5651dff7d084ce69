// `npm run bench -- NAME [--short]`: measures, prints one JSON line at the end, exits 0 only when the target is met.
import { launch } from '../local/launch.mjs';

const benches = {
  redirect: async (short) => (await import('./redirect.ts')).benchRedirect(short),
  analytics: async (short) => (await import('./analytics.ts')).benchAnalytics(short),
  idle: async (short) => (await import('./idle.ts')).benchIdle(short),
  start: async () => (await import('./start.ts')).benchStart(),
  create: async (short) => (await import('./create.ts')).benchCreate(short),
  routes: async (short) => (await import('./routes.ts')).benchRoutes(short),
  'create-all': async (short) => (await import('./create.ts')).benchCreate(short, 'creation'),
  'create-every': async (short) => (await import('./create.ts')).benchCreate(short, 'every'),
  outbox: async () => (await import('./outbox.ts')).benchOutbox(),
  single: async (short) => (await import('./single.ts')).benchSingle(short),
  live: async (short) => (await import('./live.ts')).benchLive(short),
  misses: async (short) => (await import('./misses.ts')).benchMisses(short),
  list: async (short) => (await import('./list.ts')).benchList(short),
  'admin-users': async (short) => (await import('./admin-users.ts')).benchAdminUsers(short),
  signin: async (short) => (await import('./signin.ts')).benchSignIn(short),
  web: async (short) => (await import('./web.ts')).benchWeb(short),
};

await launch(async ([name, ...options]) => {
  const bench = benches[name];
  if (!bench) throw new Error(`there is no bench ${name ?? ''}: choose ${Object.keys(benches).join(', ')}`);
  await bench(options.includes('--short'));
});
