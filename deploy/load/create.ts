import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Harness } from '@linkway/local/harness';
import { type Customer, customers, type Options } from './create-customers.ts';
import { CreateStores } from './create-stores.ts';
import { post } from './post-client.ts';
import { cpuSeconds, familySeconds } from './process-stat.ts';
import { median, percentile, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';

const CONNECTIONS = [16, 64];
/** Of node:http's CPU, by what is set of a link. */
const TARGETS = {
  none: { name: 'create', ratio: 90 },
  creation: { name: 'create-all', ratio: 100 },
  every: { name: 'create-every', ratio: 200 },
};
const TARGET_PER_SECOND = 800;
const SETTLE_WITHIN_MS = 120_000;
/** What consumers still do once all is applied: their acknowledgements, and the journals of the stores. */
const AFTERWARDS_MS = 500;
/** Until the compilers have done with what is sent again and again, and the connection pools are full. */
const WARM_UP_ROUNDS = { short: 2, long: 8 };
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '10000000', CHANGES_PER_HOUR: '1000000000' };

interface Round {
  /** CPU microseconds of a creation, over all processes until everything is applied, and of an answer of the reference. */
  own: number;
  bare: number;
  /** Of `own` the services', NATS's and PostgreSQL's. */
  parts: readonly number[];
  perSecond: number;
  p95: number;
}

interface Reference {
  pid: number;
  url: string;
}

/** Creation through the API, over all processes until all consumers are done, against bare node:http answering the same POSTs. */
export async function benchCreate(short: boolean, options: Options = 'none'): Promise<void> {
  const [rounds, seconds] = short ? [2, 2] : [5, 4];
  const node = await Harness.start({ environment: UNLIMITED });
  const reference = spawn(process.execPath, [fileURLToPath(new URL('./reference-server.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stores = await CreateStores.open(node);
  try {
    await node.liftRateLimit();
    const [port] = (await once(reference.stdout, 'data')) as [Buffer];
    const bench = new CreateBench(node, stores, await customers(node.web, Math.max(...CONNECTIONS), stores, options), {
      pid: reference.pid ?? 0,
      url: `http://127.0.0.1:${String(port).trim()}`,
    });
    say(
      `${rounds} paired rounds of ${seconds} s at ${CONNECTIONS.join(' and ')} connections, a customer on each; CPU of services + NATS + PostgreSQL`,
    );
    for (let round = 0; round < (short ? WARM_UP_ROUNDS.short : WARM_UP_ROUNDS.long); round += 1) {
      await bench.round(CONNECTIONS[round % CONNECTIONS.length] ?? 1, seconds);
    }
    const measured = new Map<number, Round[]>();
    for (const connections of CONNECTIONS) {
      measured.set(connections, await bench.rounds(connections, rounds, seconds));
    }
    const { made, led } = await stores.counted();
    say(
      `${bench.told} creations were told: ${made} links, ${led} of them known to the redirect; ${bench.refused} refused`,
    );
    const exact = bench.told === made && made === led && bench.refused === 0;
    judge(measured, { exact, options, slack: slackOf(short) });
  } finally {
    reference.kill('SIGKILL');
    await stores.close();
    await node.dispose();
  }
}

interface Judging {
  /** As many are there as were told. */
  exact: boolean;
  options: Options;
  slack: number;
}

function judge(measured: ReadonlyMap<number, readonly Round[]>, { exact, options, slack }: Judging): void {
  const summaries = [...measured].map(([connections, rounds]) => {
    const summary = {
      own: median(rounds.map(({ own }) => own)),
      bare: median(rounds.map(({ bare }) => bare)),
      ratio: median(rounds.map(({ own, bare }) => own / bare)),
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    };
    say(
      `${connections} connections: ${Math.round(summary.own)} us of CPU a creation, ${summary.ratio.toFixed(0)} times node:http, ` +
        `${Math.round(summary.perSecond)} a second`,
    );
    return summary;
  });
  const worst = summaries.reduce((a, b) => (a.ratio >= b.ratio ? a : b));
  const slowest = Math.min(...summaries.map(({ perSecond }) => perSecond));
  // On whatever machine the checks run, only the ratio says something.
  const { name, ratio } = TARGETS[options];
  const [most, least] = [ratio * slack, slack > 1 || options !== 'none' ? 1 : TARGET_PER_SECOND];
  report({
    name,
    value: worst.own,
    unit: `us of CPU per creation over all processes, ${Math.round(slowest)} a second`,
    reference: worst.bare,
    ratio: worst.ratio,
    target: `at ${CONNECTIONS.join(' and ')} connections CPU <= ${most}, >= ${least} a second, as many made as told`,
    pass: worst.ratio <= most && slowest >= least && exact,
  });
}

class CreateBench {
  told = 0;
  refused = 0;

  private readonly node: Harness;
  private readonly stores: CreateStores;
  private readonly customers: readonly Customer[];
  private readonly reference: Reference;

  constructor(node: Harness, stores: CreateStores, customers: readonly Customer[], reference: Reference) {
    this.node = node;
    this.stores = stores;
    this.customers = customers;
    this.reference = reference;
  }

  rounds(connections: number, count: number, seconds: number): Promise<Round[]> {
    const { pid, nats, postgres } = this.node.record();
    return quietRounds({
      count,
      name: `${connections} connections`,
      roots: () => [pid, process.pid, this.reference.pid, ...[nats, postgres].flatMap((store) => store?.pid ?? [])],
      measure: () => this.round(connections, seconds),
      describe: ({ own, parts, bare, perSecond, p95 }) =>
        `${Math.round(own)} us (${parts.map(Math.round).join(' + ')}), node:http ${bare.toFixed(1)} us (${(own / bare).toFixed(0)}x), ` +
        `${Math.round(perSecond)} a second, p95 ${Math.round(p95)} ms`,
    });
  }

  /** Both sides in turn. */
  async round(connections: number, seconds: number): Promise<Round> {
    const bareBefore = cpuSeconds(this.reference.pid);
    const bare = await this.send(this.reference.url, connections, seconds);
    const bareSeconds = cpuSeconds(this.reference.pid) - bareBefore;

    const before = this.parts();
    const own = await this.send(this.node.web, connections, seconds);
    this.told += own.answers;
    this.refused += [...own.unexpected.values()].reduce((sum, count) => sum + count, 0);
    for (const [status, count] of own.unexpected) say(`  ${count} answers ${status}`);
    await this.node.until(() => this.stores.isSettled(), SETTLE_WITHIN_MS);
    await delay(AFTERWARDS_MS);
    const parts = this.parts().map((seconds, part) => ((seconds - (before[part] ?? 0)) / own.answers) * 1e6);
    return {
      own: parts.reduce((sum, part) => sum + part, 0),
      parts,
      bare: (bareSeconds / bare.answers) * 1e6,
      perSecond: own.answers / own.seconds,
      p95: percentile(own.latencies, 0.95),
    };
  }

  private send(url: string, connections: number, seconds: number) {
    const server = new URL(url).host;
    return post(url, connections, seconds, (connection) => {
      const customer = this.customers[connection];
      if (!customer) throw new Error(`there is no customer for connection ${connection}`);
      return customer(server);
    });
  }

  private parts(): number[] {
    const { pid, nats, postgres } = this.node.record();
    const stores = [nats, postgres].map((store) => (store ? familySeconds([store.pid]) : 0));
    const all = familySeconds([pid, ...[nats, postgres].flatMap((store) => store?.pid ?? [])]);
    return [all - stores.reduce((sum, store) => sum + store, 0), ...stores];
  }
}
