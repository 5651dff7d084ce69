import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { cpuSeconds, pin } from './process-stat.ts';
import { hammer } from './raw-client.ts';
import { median, report, say, slackOf } from './result.ts';
import { quietRounds } from './rounds.ts';

const CONNECTIONS = 64;
const CPU_TARGET = 1.5;
const THROUGHPUT_TARGET = 0.65;

interface Side {
  pid: number;
  url: string;
}

interface Round {
  microseconds: number;
  perSecond: number;
  answers: number;
}

interface Pair {
  bare: Round;
  own: Round;
}

/** A known link with its click on disk, against bare node:http on the same core, the two sides in turn. */
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
    const link = await session.createLink({ url: 'https://example.com/landing?from=linkway' });
    // Counting the clicks is another process's work, on another machine in production: it waits until the end.
    node.hold('analytics');
    node.kill('analytics');
    const bare = { pid: reference.pid ?? 0, url: `http://127.0.0.1:${String(port).trim()}/x` };
    const own = { pid: node.pidOf('redirect'), url: `${node.redirect()}/${link.short_code}` };
    const pinned = [bare, own].every(({ pid }) => pin(pid, 0)) && pin(process.pid, 1);
    say(
      `${CONNECTIONS} connections, ${rounds} pairs of rounds of ${seconds} s each, ${pinned ? 'servers on core 0, client on core 1' : 'not pinned'}`,
    );
    for (const { url } of [bare, own]) await hammer(url, CONNECTIONS, 2);
    let answered = 0;
    const pairs = await quietRounds({
      count: rounds,
      name: 'pair',
      roots: () => [node.record().pid, process.pid, bare.pid],
      measure: async (number): Promise<Pair> => {
        const first = number % 2 === 0 ? bare : own;
        const before = await measure(first, seconds);
        const after = await measure(first === bare ? own : bare, seconds);
        const pair = first === bare ? { bare: before, own: after } : { bare: after, own: before };
        answered += pair.own.answers;
        return pair;
      },
      describe,
    });
    node.release('analytics');
    say(`${answered} measured redirects; waiting until all are counted`);
    const { total } = await counted(session, link.id, answered);
    say(`${total} clicks counted`);
    if (!short) runK6(own.url);
    const cpu = median(pairs.map((pair) => pair.own.microseconds / pair.bare.microseconds));
    const throughput = median(pairs.map((pair) => pair.own.perSecond / pair.bare.perSecond));
    const [most, least] = [CPU_TARGET * slackOf(short), THROUGHPUT_TARGET / slackOf(short)];
    say(`throughput: ${throughput.toFixed(2)} of bare node:http, wanted ${least}`);
    report({
      name: 'redirect',
      value: median(pairs.map((pair) => pair.own.microseconds)),
      unit: 'us of CPU per redirect',
      reference: median(pairs.map((pair) => pair.bare.microseconds)),
      ratio: cpu,
      target: `CPU <= ${most}, throughput >= ${least}, every redirect counted`,
      pass: cpu <= most && throughput >= least && total >= answered,
    });
  } finally {
    reference.kill('SIGKILL');
    await node.dispose();
  }
}

const describe = ({ bare, own }: Pair): string =>
  `${own.microseconds.toFixed(1)} us of CPU a redirect and ${Math.round(own.perSecond)} a second, ` +
  `node:http ${bare.microseconds.toFixed(1)} us and ${Math.round(bare.perSecond)}`;

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

async function measure({ pid, url }: Side, forSeconds: number): Promise<Round> {
  const before = cpuSeconds(pid);
  const { answers, seconds, unexpected } = await hammer(url, CONNECTIONS, forSeconds);
  if (unexpected) throw new Error(`${url} answered ${unexpected}`);
  return { microseconds: ((cpuSeconds(pid) - before) / answers) * 1e6, perSecond: answers / seconds, answers };
}

async function counted(session: ApiSession, id: string, atLeast: number): Promise<{ total: number }> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const answer = await session
      .send<{ total: number }>('GET', `/api/links/${id}/analytics?kind=all`)
      .catch(() => ({ total: 0 }));
    if (answer.total >= atLeast || Date.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
