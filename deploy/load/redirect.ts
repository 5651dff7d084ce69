import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { cpuSeconds, pin } from './process-stat.ts';
import { hammer } from './raw-client.ts';
import { median, percentile, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';
import { LED_TO, RULED_LINK, VISITOR } from './ruled-link.ts';
import { visitSteadily } from './steady.ts';

const CONNECTIONS = 64;
const CPU_TARGET = 1.5;
const THROUGHPUT_TARGET = 0.65;
const RULED_CPU_TARGET = 2.2;
const STEADY_PER_SECOND = 1_000;
const P99_TARGET_MS = 3;

interface Side {
  pid: number;
  url: string;
  /** More lines of a request, each with its end. */
  headers: string;
}

interface Round {
  microseconds: number;
  perSecond: number;
  answers: number;
}

type Name = 'bare' | 'plain' | 'ruled';
type Triple = Record<Name, Round>;

/** Links in memory with their clicks on disk, a plain one and one with rules, against bare node:http on the same core, in turn. */
export async function benchRedirect(short: boolean): Promise<void> {
  const rounds = short ? 3 : 7;
  const seconds = short ? 1 : 3;
  const node = await Harness.start({ processes: true });
  const reference = spawn(process.execPath, [fileURLToPath(new URL('./reference-server.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(reference.stdout, 'data')) as [Buffer];
    const session = await ApiSession.register(node.web);
    const plain = await session.createLink({ url: 'https://example.com/landing?from=linkway' });
    const ruled = await session.createLink(RULED_LINK);
    // Counting the clicks is another process's work, on another machine in production: it waits until the end.
    node.hold('analytics');
    node.kill('analytics');
    const own = { pid: node.pidOf('redirect'), url: node.redirect() };
    const sides: Record<Name, Side> = {
      bare: { pid: reference.pid ?? 0, url: `http://127.0.0.1:${String(port).trim()}/x`, headers: '' },
      plain: { ...own, url: `${own.url}/${plain.short_code}`, headers: '' },
      ruled: { ...own, url: `${own.url}/${ruled.short_code}`, headers: linesOf(node.proxied(VISITOR)) },
    };
    const pids = [reference.pid ?? 0, own.pid];
    const pinned = pids.every((pid) => pin(pid, 0)) && pin(process.pid, 1);
    say(
      `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each, ${pinned ? 'servers on core 0, client on core 1' : 'not pinned'}`,
    );
    await checkRuled(sides.ruled.url, node.proxied(VISITOR));
    for (const { url, headers } of Object.values(sides)) await hammer(url, CONNECTIONS, 2, headers);
    const answered = { plain: 0, ruled: 1 };
    const roots = () => [node.record().pid, process.pid, reference.pid ?? 0];
    const triples = await quietRounds({
      count: rounds,
      name: 'round',
      roots,
      measure: async (number): Promise<Triple> => {
        const triple: Partial<Triple> = {};
        for (const name of inTurn(number)) triple[name] = await measure(sides[name], seconds);
        const whole = triple as Triple;
        answered.plain += whole.plain.answers;
        answered.ruled += whole.ruled.answers;
        return whole;
      },
      describe,
    });
    const p99s = await quietRounds({
      count: rounds,
      name: `${STEADY_PER_SECOND} a second`,
      roots,
      measure: async () => {
        const p99 = { bare: await p99Of(sides.bare, seconds), plain: await p99Of(sides.plain, seconds) };
        answered.plain += seconds * STEADY_PER_SECOND;
        return p99;
      },
      describe: (p99) => `p99 ${p99.plain.toFixed(2)} ms, node:http ${p99.bare.toFixed(2)} ms`,
    });
    node.release('analytics');
    say(`${answered.plain} and ${answered.ruled} measured redirects; waiting until all are counted`);
    const total = {
      plain: await counted(session, plain.id, answered.plain),
      ruled: await counted(session, ruled.id, answered.ruled),
    };
    say(`${total.plain} and ${total.ruled} clicks counted`);
    if (!short) runK6(sides.plain.url);
    const cpu = median(triples.map((triple) => triple.plain.microseconds / triple.bare.microseconds));
    const ruledCpu = median(triples.map((triple) => triple.ruled.microseconds / triple.bare.microseconds));
    const throughput = median(triples.map((triple) => triple.plain.perSecond / triple.bare.perSecond));
    // One pause of the machine is the p99 of a round of a second: the least of few such rounds is the redirect's own.
    const typical = (values: number[]) => (short ? Math.min(...values) : median(values));
    const [p99, bareP99] = [typical(p99s.map((each) => each.plain)), typical(p99s.map((each) => each.bare))];
    const slack = slackOf(short);
    const [most, mostRuled, least] = [CPU_TARGET * slack, RULED_CPU_TARGET * slack, THROUGHPUT_TARGET / slack];
    // Where the machine keeps everybody waiting, it is not the redirect that does.
    const mostP99 = short ? Math.max(P99_TARGET_MS * slack, bareP99 * slack) : P99_TARGET_MS;
    say(`throughput: ${throughput.toFixed(2)} of bare node:http, wanted ${least}`);
    say(`with rules: ${ruledCpu.toFixed(2)} times its CPU, wanted ${mostRuled}`);
    say(
      `p99 at ${STEADY_PER_SECOND} a second: ${p99.toFixed(2)} ms, node:http ${bareP99.toFixed(2)} ms, wanted less than ${mostP99.toFixed(1)}`,
    );
    const isCounted = total.plain >= answered.plain && total.ruled >= answered.ruled;
    report({
      name: 'redirect',
      value: median(triples.map((triple) => triple.plain.microseconds)),
      unit: 'us of CPU per redirect',
      reference: median(triples.map((triple) => triple.bare.microseconds)),
      ratio: cpu,
      target:
        `CPU <= ${most}, with rules <= ${mostRuled} (${ruledCpu.toFixed(2)}), throughput >= ${least} (${throughput.toFixed(2)}), ` +
        `p99 at ${STEADY_PER_SECOND} a second < ${mostP99.toFixed(1)} ms (${p99.toFixed(2)}), every redirect counted`,
      pass: cpu <= most && ruledCpu <= mostRuled && throughput >= least && p99 < mostP99 && isCounted,
    });
  } finally {
    reference.kill('SIGKILL');
    await node.dispose();
  }
}

const describe = ({ bare, plain, ruled }: Triple): string =>
  `${plain.microseconds.toFixed(1)} us of CPU a redirect and ${Math.round(plain.perSecond)} a second, ` +
  `with rules ${ruled.microseconds.toFixed(1)} us and ${Math.round(ruled.perSecond)}, ` +
  `node:http ${bare.microseconds.toFixed(1)} us and ${Math.round(bare.perSecond)}`;

/** Each is the first as often as the others. */
const inTurn = (number: number): Name[] => {
  const names: Name[] = ['bare', 'plain', 'ruled'];
  return [...names.slice(number % names.length), ...names.slice(0, number % names.length)];
};

const linesOf = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** What is measured must be what a link with rules does. */
async function checkRuled(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location !== LED_TO) throw new Error(`a visitor by the rules was led to ${location}, not to ${LED_TO}`);
}

async function p99Of({ url }: Side, seconds: number): Promise<number> {
  const { pathname } = new URL(url);
  const { durations, unexpected } = await visitSteadily(url, [pathname], STEADY_PER_SECOND, seconds);
  if (unexpected) throw new Error(`${url} answered ${unexpected}`);
  return percentile(durations, 0.99);
}

/** The same flow by k6, for its view of latencies, where it is installed. Its clicks come after those that were counted. */
function runK6(link: string): void {
  const script = fileURLToPath(new URL('./redirect.k6.js', import.meta.url));
  const { error, status } = spawnSync(
    'k6',
    ['run', '--quiet', '--duration', '10s', '--vus', '64', '-e', `LINK=${link}`, script],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  if (error) say('k6 is not installed: its script deploy/load/redirect.k6.js was not run');
  else if (status !== 0) throw new Error('k6: its thresholds were not met');
}

async function measure({ pid, url, headers }: Side, forSeconds: number): Promise<Round> {
  const before = cpuSeconds(pid);
  const { answers, seconds, unexpected } = await hammer(url, CONNECTIONS, forSeconds, headers);
  if (unexpected) throw new Error(`${url} answered ${unexpected}`);
  return { microseconds: ((cpuSeconds(pid) - before) / answers) * 1e6, perSecond: answers / seconds, answers };
}

/** What the API tells once it is at least that, or does not become so in time. */
async function counted(session: ApiSession, id: string, atLeast: number): Promise<number> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const { total } = await session
      .send<{ total: number }>('GET', `/api/links/${id}/analytics?kind=all`)
      .catch(() => ({ total: 0 }));
    if (total >= atLeast || Date.now() > deadline) return total;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
