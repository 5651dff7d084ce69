import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { stopServer } from './stores.ts';
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
    const traffic = new Traffic(numbered(`${node.redirect()}/${link.short_code}`), CONNECTIONS);
    await traffic.first(node);
    traffic.start(PAUSE_MS);
    for (const store of ['postgres', 'nats'] as const) {
      const before = traffic.answered.size;
      await stopServer(node, store);
      say(`${store} stopped for ${seconds} s`);
      await delay(seconds * 1000);
      say(`  ${traffic.answered.size - before} redirects meanwhile`);
      node.release(store);
      const since = performance.now();
      await node.until(() => node.ready(), 90_000);
      say(`  everything ready again ${((performance.now() - since) / 1000).toFixed(1)} s after its return`);
      await delay(2_000);
    }
    await traffic.stop();
    const { failed } = traffic;
    say(`${traffic.answered.size} answered, ${failed} not`);
    const total = await settledTotal(session, link.id, traffic.answered.size);
    await node.stop();
    const { lost, duplicates, invented } = await compare(node.dataDir, link.id, traffic);
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
