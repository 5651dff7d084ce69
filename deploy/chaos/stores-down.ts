import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { Traffic } from './traffic.ts';

const CONNECTIONS = 8;
const PAUSE_MS = 20;

/** PostgreSQL, then NATS, stopped under load: known links are all answered, and their clicks are all there afterwards. */
export async function chaosStoresDown(short: boolean): Promise<void> {
  const seconds = short ? 5 : 30;
  const node = await Harness.start({ processes: true });
  try {
    const session = await ApiSession.register(node.web);
    const link = await session.createLink({ url: 'https://example.com/' });
    const url = `${node.redirect()}/${link.short_code}`;
    await node.until(
      async () => (await fetch(`${url}?utm_content=4000000000`, { redirect: 'manual' })).status === 302,
      10_000,
    );
    const traffic = new Traffic(numbered(url), CONNECTIONS);
    let over = false;
    const running = traffic.run(() => over, PAUSE_MS);
    for (const store of ['postgres', 'nats']) {
      const before = traffic.answered.size;
      node.hold(store);
      node.kill(store, store === 'postgres' ? 'SIGINT' : 'SIGTERM');
      // Those who need it must say so, or nothing was stopped.
      await node.until(async () => !(await node.ready()), 15_000);
      say(`${store} stopped for ${seconds} s`);
      await delay(seconds * 1000);
      say(`  ${traffic.answered.size - before} redirects meanwhile`);
      node.release(store);
      const since = performance.now();
      await node.until(() => node.ready(), 90_000);
      say(`  everything ready again ${((performance.now() - since) / 1000).toFixed(1)} s after its return`);
      await delay(2_000);
    }
    over = true;
    await running;
    const { failed } = traffic;
    say(`${traffic.answered.size} answered, ${failed} not`);
    // One click more: the first request of all, which is not part of the load.
    const total = (await settledTotal(session, link.id, traffic.answered.size + 1)) - 1;
    await node.stop();
    traffic.answered.add(4_000_000_000);
    const { lost, duplicates, invented } = await compare(node.dataDir, link.id, traffic);
    traffic.answered.delete(4_000_000_000);
    say(`${total} clicks; ${lost} lost, ${duplicates} duplicates`);
    report({
      name: 'stores-down',
      value: total,
      unit: 'clicks',
      reference: traffic.answered.size,
      ratio: total / traffic.answered.size,
      target: 'known links answered 100 %, clicks = answers, ready again without help',
      pass: failed === 0 && lost + duplicates + invented === 0 && total === traffic.answered.size,
    });
  } finally {
    await node.dispose();
  }
}
