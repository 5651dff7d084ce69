import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { startClickHouseServer } from '@linkway/platform/embedded';
import { report, say } from '../load/result.ts';
import { Balancer } from './balancer.ts';
import { compareIn, numbered, settledTotal } from './count.ts';
import { deadLetters } from './dead-letters.ts';
import { Edits, UNLIMITED } from './edits.ts';
import { Traffic } from './traffic.ts';

const LINKS = 24;
const CONNECTIONS = 8;
const TRAFFIC_PAUSE_MS = 15;
const READY_MS = 60_000;
const ADDED_UP_MS = 90_000;
/** Zones and groupings that a question may ask for: each must tell the same total. */
const WAYS = [
  '',
  '?timezone=Asia/Ho_Chi_Minh',
  '?timezone=America/Los_Angeles&interval=hour',
  '?timezone=Asia/Kathmandu',
];

/** Two processes of every service, killed in turn and then deployed anew in turn, under load and edits. */
export async function chaosTwoOfEach(short: boolean): Promise<void> {
  const seconds = short ? 10 : 300;
  const folder = mkdtempSync(join(tmpdir(), 'linkway-clickhouse-'));
  const clickhouse = await startClickHouseServer({ dataDir: folder });
  const node = await Harness.start({
    processes: true,
    copies: 2,
    environment: {
      ...UNLIMITED,
      CLICKHOUSE_URL: clickhouse.url,
      // As docker-compose.yml has it. A balancer beside all of this asks ten times a second, when its machine lets it.
      DRAIN_DELAY_MS: '1500',
      ROLL_UP_MIN_CLICKS: '100',
      ROLL_UP_SWEEP_MS: '2000',
    },
  });
  const balancers: Balancer[] = [];
  const balance = async (service: string) => {
    const balancer = await Balancer.of(node, service);
    balancers.push(balancer);
    return balancer;
  };
  try {
    await node.liftRateLimit();
    const gateways = await balance('gateway');
    const redirects = await balance('redirect');
    const session = await ApiSession.register(node.web, gateways.fetch);
    const edits = await Edits.of(session, LINKS);
    const steady = await session.createLink({ url: 'https://example.com/steady' });
    const traffic = new Traffic(
      numbered(() => `${redirects.next()}/${steady.short_code}`),
      CONNECTIONS,
    );
    traffic.start(TRAFFIC_PAUSE_MS);
    const names = Object.keys(node.record().processes);

    const through = async (signal: NodeJS.Signals) => {
      edits.start(4, 20);
      const before = { refused: edits.refused, faults: traffic.failed };
      const until = Date.now() + seconds * 1_000;
      let turn = 0;
      do {
        const name = names[turn % names.length] ?? '';
        const pid = node.pidOf(name);
        node.kill(name, signal);
        await node.until(() => node.pidOf(name) !== pid, READY_MS);
        await node.until(() => node.ready(), READY_MS);
        await delay(500);
        turn += 1;
      } while (Date.now() < until || turn < (short ? 3 : names.length));
      await edits.stop();
      const result = { refused: edits.refused - before.refused, faults: traffic.failed - before.faults };
      say(
        `${signal}: ${turn} processes in turn; ${result.refused} edits and ${result.faults} redirects not answered (by now ${traffic.faults})`,
      );
      return result;
    };
    await through('SIGKILL');
    const deployed = await through('SIGTERM');
    await traffic.stop();

    const wrong = [...(await edits.wrong(node.redirect(0), 60_000)), ...(await edits.wrong(node.redirect(1), 60_000))];
    const total = await settledTotal(session, steady.id, traffic.answered.size);
    const client = createClient({ url: clickhouse.url });
    const addedUp = await node
      .until(() => isAddedUp(client, steady.id), ADDED_UP_MS)
      .then(
        () => true,
        () => false,
      );
    if (!addedUp) say('NOT MET: no day was added up');
    const told = await changes(session, steady.id, total, short ? 8_000 : 120_000);
    const dead = await deadLetters(node);
    const { lost, duplicates, unknown, invented } = await compareIn(client, steady.id, traffic);
    await client.close();
    say(
      `${traffic.answered.size} redirects, ${total} clicks (${unknown} of broken connections), ${lost} lost, ${duplicates} duplicates, ` +
        `${told.length} other totals told while nothing happened${told.length > 0 ? ` (${told.slice(0, 3).join(', ')})` : ''}; ` +
        `${edits.acknowledged} edits, ${wrong.length} links wrong; ${dead} dead letters`,
    );
    const faults =
      lost + duplicates + invented + told.length + wrong.length + dead + deployed.refused + deployed.faults;
    report({
      name: 'two-of-each',
      value: total - unknown,
      unit: 'clicks',
      reference: traffic.answered.size,
      ratio: (total - unknown) / traffic.answered.size,
      target: 'no request fails for a deployment, counts and roll-up exact',
      pass: faults === 0 && addedUp && total - unknown === traffic.answered.size && edits.acknowledged > 0,
    });
  } finally {
    for (const balancer of balancers) balancer.close();
    await node.dispose();
    await clickhouse.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the day of the clicks was added up, of which statistics are put together from then on. */
async function isAddedUp(client: ClickHouseClient, linkId: string): Promise<boolean> {
  const query = 'SELECT 1 FROM click_day_runs WHERE link_id = {link:UUID} LIMIT 1';
  const result = await client.query({ query, query_params: { link: linkId }, format: 'JSONEachRow' });
  return (await result.json()).length > 0;
}

/** Totals other than the settled one, asked in all ways while no click comes in and days are added up. */
async function changes(session: ApiSession, linkId: string, total: number, forMs: number): Promise<number[]> {
  const found: number[] = [];
  const until = Date.now() + forMs;
  while (Date.now() < until) {
    for (const way of WAYS) {
      const answer = await session.send<{ total: number }>('GET', `/api/links/${linkId}/analytics${way}`);
      if (answer.total !== total) found.push(answer.total);
    }
    await delay(500);
  }
  return found;
}
