import { Harness } from '@linkway/local/harness';
import { codeOf, ManyRoutes } from './many-routes.ts';
import { percentile, report, say, slackOf } from './result.ts';
import { visitSteadily } from './steady.ts';

const LINKS = { short: 200_000, long: 10_000_000 };
const LOOK_UPS = { short: 2_000, long: 20_000 };
const SECONDS = { short: 5, long: 30 };
const PER_SECOND = 1_000;
const MOST_BYTES = 300;
/** Browsers wait longer, and whoever was not answered by then would have been told to come again. */
const ANSWER_WITHIN_MS = 10_000;
const READY_MS = 60_000;

/**
 * Millions of links in the redirect's read model: how long one is looked up, what one takes, and a start with nothing in memory, neither the redirect's
 * nor PostgreSQL's, at once under load.
 */
export async function benchRoutes(short: boolean): Promise<void> {
  const count = short ? LINKS.short : LINKS.long;
  const node = await Harness.start({ processes: true });
  try {
    // It has none of these links, and would take them back.
    await node.takeAway('links');
    const began = performance.now();
    const filling = await ManyRoutes.open(clusterOf(node));
    await filling.fill(count);
    say(`${count} links in ${Math.round((performance.now() - began) / 1_000)} s`);
    const { table, indexes } = await filling.bytes();
    await filling.close();
    say(`${table.toFixed(0)} bytes of the table and ${indexes.toFixed(0)} of its indexes a link`);

    await node.takeAway('redirect');
    await node.takeAway('postgres');
    node.release('postgres');
    await node.until(() => isThere(node), READY_MS);
    node.release('redirect');
    await node.until(() => isReady(node), READY_MS);
    const pick = picks(count);
    const paths = Array.from(
      { length: PER_SECOND * (short ? SECONDS.short : SECONDS.long) },
      () => `/${codeOf(pick())}`,
    );
    const { durations, unexpected } = await visitSteadily(
      node.redirect(),
      paths,
      PER_SECOND,
      paths.length / PER_SECOND,
    );
    const [p99, slowest] = [percentile(durations, 0.99), Math.max(...durations)];
    say(
      `${durations.length} visits of random links answered after a start with nothing in memory: ` +
        `p99 ${p99.toFixed(1)} ms, the slowest ${slowest.toFixed(0)} ms${unexpected ? `; one was answered ${unexpected}` : ''}`,
    );
    const entries = await inMemory(node);
    say(`in memory: ${entries.count} links of ${Math.round(entries.bytes / Math.max(1, entries.count))} bytes`);

    const looking = await ManyRoutes.open(clusterOf(node));
    const lookUps = await looking.lookUp(
      Array.from({ length: short ? LOOK_UPS.short : LOOK_UPS.long }, () => codeOf(pick())),
    );
    await looking.close();
    const lookUp = percentile(lookUps, 0.99);
    say(`looked up in the table: median ${percentile(lookUps, 0.5).toFixed(2)} ms, p99 ${lookUp.toFixed(2)} ms`);
    const bytes = table + indexes;
    const most = MOST_BYTES * slackOf(short);
    const isAnswered = unexpected === null && durations.length >= paths.length && slowest < ANSWER_WITHIN_MS;
    report({
      name: 'routes',
      value: bytes,
      unit: `bytes a link in the table and its indexes, among ${count}; looked up in ${lookUp.toFixed(2)} ms (p99)`,
      reference: null,
      ratio: null,
      target: `<= ${most}, ${PER_SECOND} random links a second all redirected at once after a start with nothing in memory (p99 ${p99.toFixed(1)} ms)`,
      pass: bytes <= most && isAnswered,
    });
  } finally {
    await node.dispose();
  }
}

const clusterOf = (node: Harness): string => {
  const url = node.record().postgres?.url;
  if (!url) throw new Error('PostgreSQL does not run');
  return url;
};

const isThere = (node: Harness): Promise<boolean> =>
  ManyRoutes.open(clusterOf(node)).then(
    async (routes) => {
      await routes.close();
      return true;
    },
    () => false,
  );

const isReady = (node: Harness): Promise<boolean> =>
  fetch(`${node.record().processes.redirect?.adminUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Gauges are told anew once a second at most. */
async function inMemory(node: Harness): Promise<{ count: number; bytes: number }> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return {
    count: await node.metric('redirect', 'redirect_route_cache_entries'),
    bytes: await node.metric('redirect', 'redirect_route_cache_bytes'),
  };
}

/** Numbers of links, the same in every run (mulberry32). */
function picks(count: number): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
}
