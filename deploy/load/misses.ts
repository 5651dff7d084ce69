import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import { cpuSeconds, pin } from './process-stat.ts';
import { median, percentile, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';
import { visitSteadily } from './steady.ts';

/** More connections than answers that wait. */
const FLOOD = { perSecond: 20_000, shortPerSecond: 5_000, connections: 1_024 };
const KNOWN = { links: 50, perSecond: 500 };
const CREATE_EVERY_MS = 100;
const TARGET_MS = 3;

interface Pair {
  without: number;
  beside: number;
  /** Of the redirect, for each unknown code that it answered, beside what it needs without them. */
  microseconds: number;
}

interface Flood {
  sent: number;
  perSecond: number;
  statuses: Record<string, number>;
  broken: number;
}

/** Visits of known links without and beside a flood of made-up codes on the same process, in turn; links are made all the while. */
export async function benchMisses(short: boolean): Promise<void> {
  const rounds = short ? 3 : 7;
  const seconds = short ? 2 : 4;
  const node = await Harness.start({
    processes: true,
    environment: { RATE_LIMIT_PER_MINUTE: '100000' },
  });
  try {
    await node.liftRateLimit();
    const bench = await Bench.prepare(node, short ? FLOOD.shortPerSecond : FLOOD.perSecond);
    const pinned = pin(node.pidOf('redirect'), 0) && pin(process.pid, 1);
    say(
      `${rounds} pairs of rounds of ${seconds} s each, ${pinned ? 'the redirect on core 0, clients on core 1' : 'not pinned'}`,
    );
    await bench.round(1);
    await bench.round(1, true);
    const entries = await bench.entries();
    const floods: Flood[] = [];
    const pairs = await quietRounds({
      count: rounds,
      name: 'pair',
      roots: () => [node.record().pid, node.pidOf('postgres'), node.pidOf('nats'), process.pid],
      measure: async (): Promise<Pair> => {
        const flooded = await bench.round(seconds, true);
        const calm = await bench.round(seconds);
        if (flooded.flood) floods.push(flooded.flood);
        const microseconds = ((flooded.cpu - calm.cpu) / Math.max(1, flooded.flood?.sent ?? 0)) * 1e6;
        return { beside: flooded.p99, without: calm.p99, microseconds };
      },
      describe: ({ without, beside, microseconds }) =>
        `p99 ${without.toFixed(2)} ms, beside the flood ${beside.toFixed(2)} ms, ${microseconds.toFixed(1)} us of CPU each; ${tell(floods.at(-1))}`,
    });
    const left = await bench.entries();
    say(
      `${entries} routes in memory before, ${left} after; ${bench.made} links made, ${bench.late.length} did not work at once`,
    );
    for (const line of bench.late.slice(0, 5)) say(`  ${line}`);
    const calm = pairs.map(({ without }) => without);
    const added = median(pairs.map(({ beside, without }) => beside - without));
    const noise = Math.max(...calm) - Math.min(...calm);
    say(`rounds without a flood differ by ${noise.toFixed(2)} ms`);
    // Nothing less than the noise can be told from chance by few and short rounds; a machine that is slow without a flood, too, is as slow again beside one.
    const most = short ? Math.max(TARGET_MS * slackOf(short), noise, median(calm)) : TARGET_MS;
    const broken = floods.reduce((sum, flood) => sum + flood.broken, 0);
    report({
      name: 'misses',
      value: added,
      unit: `ms that ${Math.round(median(floods.map(({ perSecond }) => perSecond)))} unknown codes a second add to the p99 of known ones`,
      reference: median(pairs.map(({ without }) => without)),
      ratio: median(pairs.map(({ beside, without }) => beside / without)),
      target: `<= ${most.toFixed(1)}, no link leaves memory, links are made and work at once`,
      pass: added <= most && left >= entries && bench.late.length === 0 && bench.made > 0 && broken === 0,
    });
  } finally {
    await node.dispose();
  }
}

class Bench {
  made = 0;
  /** What went wrong with links that were made. */
  readonly late: string[] = [];
  private readonly node: Harness;
  private readonly session: ApiSession;
  private readonly paths: readonly string[];
  private readonly perSecond: number;

  private constructor(node: Harness, session: ApiSession, paths: readonly string[], perSecond: number) {
    this.node = node;
    this.session = session;
    this.paths = paths;
    this.perSecond = perSecond;
  }

  static async prepare(node: Harness, perSecond: number): Promise<Bench> {
    // As the admin, who may make more links in a month than this takes.
    const session = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const paths: string[] = [];
    for (let link = 0; link < KNOWN.links; link += 1) {
      paths.push(`/${(await session.createLink({ url: 'https://example.com/landing' })).short_code}`);
    }
    return new Bench(node, session, paths, perSecond);
  }

  /** Routes in memory, once the gauge has been told anew. */
  async entries(): Promise<number> {
    await delay(1_500);
    return this.node.metric('redirect', 'redirect_route_cache_entries');
  }

  /** The p99 of known links in milliseconds, and the CPU seconds of the redirect. */
  async round(seconds: number, isFlooded = false): Promise<{ p99: number; cpu: number; flood: Flood | null }> {
    const pid = this.node.pidOf('redirect');
    const before = cpuSeconds(pid);
    // It begins before and ends after what is measured.
    const flood = isFlooded ? this.flood(seconds + 1) : null;
    if (isFlooded) await delay(500);
    const { signal, stop } = stopping();
    const making = this.makeLinks(signal);
    const { durations, unexpected } = await visitSteadily(this.node.redirect(), this.paths, KNOWN.perSecond, seconds);
    stop();
    await making;
    if (unexpected) throw new Error(`a known link was answered ${unexpected}`);
    const told = await flood;
    return { p99: percentile(durations, 0.99), cpu: cpuSeconds(pid) - before, flood: told };
  }

  private async flood(seconds: number): Promise<Flood> {
    const script = fileURLToPath(new URL('./flood.mjs', import.meta.url));
    const { 'x-linkway-proxy': secret } = this.node.proxied('');
    const args = [this.node.redirect(), this.perSecond, seconds * 1_000, FLOOD.connections, secret].map(String);
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (child.pid) pin(child.pid, 1);
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    return JSON.parse(String(output)) as Flood;
  }

  private async makeLinks(signal: AbortSignal): Promise<void> {
    const all: Promise<void>[] = [];
    while (!signal.aborted) {
      all.push(this.makeLink());
      await delay(CREATE_EVERY_MS);
    }
    await Promise.all(all);
  }

  /** A link, and its first visit the moment it is there, from a network that tried nothing else. */
  private async makeLink(): Promise<void> {
    this.made += 1;
    const number = this.made;
    try {
      const { short_code } = await this.session.createLink({ url: 'https://example.com/new' });
      const status = await this.visit(`/${short_code}`, `203.0.${(number >> 8) & 255}.${number & 255}`);
      if (status !== 302) this.late.push(`link ${number} answered ${status}`);
    } catch (error) {
      this.late.push(`link ${number}: ${String(error)}`);
    }
  }

  private visit(path: string, ip: string): Promise<number> {
    const headers = this.node.proxied(ip);
    return new Promise((resolve, reject) => {
      get(`${this.node.redirect()}${path}`, { headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      }).on('error', reject);
    });
  }
}

function stopping(): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

const tell = (flood: Flood | undefined): string =>
  flood ? `${Math.round(flood.perSecond)} unknown codes a second, answered ${JSON.stringify(flood.statuses)}` : '';
