import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import { ClickLoad } from './click-load.ts';
import { pathOf, ranges } from './ranges.ts';
import { median, percentile, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';
import { visitSteadily } from './steady.ts';

const PER_SECOND = 2_000;
const TARGET_MS = 10;
const CLICKS = 500_000;
const LINKS = 20;

/**
 * Visits of `npm start` at a steady pace while its statistics are asked for one after the other, against bare node:http beside the same
 * questions, in turn. Every visit must be counted afterwards.
 */
export async function benchSingle(short: boolean): Promise<void> {
  const rounds = short ? 5 : 7;
  const seconds = short ? 3 : 8;
  const node = await Harness.start({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } });
  const reference = spawn(process.execPath, [fileURLToPath(new URL('./reference-server.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await node.liftRateLimit();
    const [port] = (await once(reference.stdout, 'data')) as [Buffer];
    const bare = `http://127.0.0.1:${String(port).trim()}`;
    const session = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const links = [];
    for (let link = 0; link < LINKS; link += 1) links.push(await session.createLink({ url: 'https://example.com/' }));
    const paths = links.map(({ short_code }) => `/${short_code}`);
    await load(node, session, links[0] as (typeof links)[0]);
    const asking = new Statistics(session, links[0] as (typeof links)[0]);
    const round = async (url: string): Promise<number> => {
      const stop = asking.start();
      const { durations, unexpected } = await visitSteadily(url, paths, PER_SECOND, seconds);
      await stop();
      if (unexpected) throw new Error(`a visit was answered ${unexpected}`);
      if (url !== bare) visits += durations.length;
      return percentile(durations, 0.99);
    };
    let visits = 0;
    // Neither program nor engine is as it will be: what was loaded is still being put together.
    for (const url of [bare, node.redirect(), node.redirect()]) await round(url);
    const pairs = await quietRounds({
      count: rounds,
      name: 'pair',
      roots: () => [node.record().pid, process.pid, reference.pid ?? 0],
      measure: async (number) => {
        const first = number % 2 === 0;
        const before = first ? await round(bare) : await round(node.redirect());
        const after = first ? await round(node.redirect()) : await round(bare);
        return first ? { bare: before, own: after } : { own: before, bare: after };
      },
      describe: (times) => `p99 ${times.own.toFixed(1)} ms, node:http ${times.bare.toFixed(1)} ms`,
    });
    say(`${asking.answered} statistics answered meanwhile, the median in ${asking.median().toFixed(0)} ms`);
    say(`${visits} visits; waiting until all are counted`);
    const counted = await asking.total(links, visits);
    const above = median(pairs.map(({ own, bare: other }) => own - other));
    const most = TARGET_MS * slackOf(short);
    report({
      name: 'single',
      value: above,
      unit: `ms above bare node:http at the 99th percentile of ${PER_SECOND} redirects a second`,
      reference: median(pairs.map(({ bare: other }) => other)),
      ratio: median(pairs.map(({ own, bare: other }) => own / other)),
      target: `<= ${most}, all ${visits} visits counted (${counted})`,
      pass: above <= most && counted === visits && asking.answered > 0,
    });
  } finally {
    reference.kill('SIGKILL');
    await node.dispose();
  }
}

type Link = Awaited<ReturnType<ApiSession['createLink']>>;

/** A link with a history, so that its statistics are work. */
async function load(node: Harness, session: ApiSession, link: Link): Promise<void> {
  const { workspace_id: workspaceId } = await session.send<{ workspace_id: string }>('GET', '/api/me');
  await node.stop();
  const store = await ClickLoad.open(join(node.dataDir, 'clickhouse'));
  await store.add({ workspaceId, linkId: link.id, code: link.short_code, clicks: CLICKS }, new Date());
  await store.close();
  await node.start();
  say(`${CLICKS} clicks loaded`);
}

class Statistics {
  private readonly durations: number[] = [];
  private readonly session: ApiSession;
  private readonly link: Link;

  constructor(session: ApiSession, link: Link) {
    this.session = session;
    this.link = link;
  }

  get answered(): number {
    return this.durations.length;
  }

  median(): number {
    return median(this.durations);
  }

  /** Asks one question after the other; what it answers ends that. */
  start(): () => Promise<void> {
    const stopping = new AbortController();
    const asking = (async () => {
      while (!stopping.signal.aborted) {
        for (const range of ranges(Date.now())) {
          if (stopping.signal.aborted) return;
          const began = performance.now();
          await this.session.send('GET', pathOf(this.link, range));
          this.durations.push(performance.now() - began);
        }
      }
    })();
    return async () => {
      stopping.abort();
      await asking;
    };
  }

  /** Clicks of the links beside those that were loaded, once they are as many as wanted, or do not become more. */
  async total(links: readonly Link[], wanted: number): Promise<number> {
    const deadline = Date.now() + 120_000;
    for (;;) {
      let total = -CLICKS;
      for (const { id } of links) {
        total += (await this.session.send<{ total: number }>('GET', `/api/links/${id}/analytics?kind=all`)).total;
      }
      if (total >= wanted || Date.now() > deadline) return total;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
