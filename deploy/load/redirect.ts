import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { cpuSeconds, pin } from './process-stat.ts';
import { hammer } from './raw-client.ts';
import { median, report, say } from './result.ts';

const CONNECTIONS = 64;
const ROUNDS = 7;
const SECONDS = 3;
const CPU_TARGET = 1.5;
const THROUGHPUT_TARGET = 0.65;

interface Side {
  name: string;
  pid: number;
  url: string;
  microsecondsPerRequest: number[];
  perSecond: number[];
}

/** A known link with its click on disk, against bare node:http on the same core, the two sides in turn. */
export async function benchRedirect(): Promise<void> {
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
    const sides = [
      side('node:http', reference.pid ?? 0, `http://127.0.0.1:${String(port).trim()}/x`),
      side('linkway', node.pidOf('redirect'), `${node.redirect()}/${link.short_code}`),
    ];
    const pinned = sides.every(({ pid }) => pin(pid, 0)) && pin(process.pid, 1);
    say(
      `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each in turn, ${pinned ? 'servers on core 0, client on core 1' : 'not pinned'}`,
    );
    for (const each of sides) await hammer(each.url, CONNECTIONS, 2);
    let answered = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const each of round % 2 === 1 ? sides : [...sides].reverse()) answered += await measure(each);
    }
    for (const each of sides) {
      say(
        `${each.name}: ${median(each.microsecondsPerRequest).toFixed(1)} us of CPU a request, ${Math.round(median(each.perSecond))} a second`,
      );
    }
    node.release('analytics');
    say(`${answered} measured redirects; waiting until all are counted`);
    const { total } = await counted(session, link.id, answered);
    say(`${total} clicks counted`);
    runK6(sides[1]?.url ?? '');
    const [bare, own] = sides as [Side, Side];
    const cpu = median(own.microsecondsPerRequest) / median(bare.microsecondsPerRequest);
    const throughput = median(own.perSecond) / median(bare.perSecond);
    say(`throughput: ${throughput.toFixed(2)} of bare node:http, wanted ${THROUGHPUT_TARGET}`);
    report({
      name: 'redirect',
      value: median(own.microsecondsPerRequest),
      unit: 'us of CPU per redirect',
      reference: median(bare.microsecondsPerRequest),
      ratio: cpu,
      target: `CPU <= ${CPU_TARGET}, throughput >= ${THROUGHPUT_TARGET}, every redirect counted`,
      pass: cpu <= CPU_TARGET && throughput >= THROUGHPUT_TARGET && total >= answered,
    });
  } finally {
    reference.kill('SIGKILL');
    await node.dispose();
  }
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

const side = (name: string, pid: number, url: string): Side => ({
  name,
  pid,
  url,
  microsecondsPerRequest: [],
  perSecond: [],
});

/** One round; answers how many redirects of ours were answered. */
async function measure(each: Side): Promise<number> {
  const before = cpuSeconds(each.pid);
  const { answers, seconds, unexpected } = await hammer(each.url, CONNECTIONS, SECONDS);
  if (unexpected) throw new Error(`${each.name} answered ${unexpected}`);
  each.microsecondsPerRequest.push(((cpuSeconds(each.pid) - before) / answers) * 1e6);
  each.perSecond.push(answers / seconds);
  return each.name === 'linkway' ? answers : 0;
}

async function counted(session: ApiSession, id: string, atLeast: number): Promise<{ total: number }> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const answer = await session
      .send<{ total: number }>('GET', `/api/links/${id}/analytics`)
      .catch(() => ({ total: 0 }));
    if (answer.total >= atLeast || Date.now() > deadline) return answer;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
