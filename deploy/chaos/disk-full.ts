import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { SmallDisk } from './small-disk.ts';
import { Traffic } from './traffic.ts';

const CONNECTIONS = 4;
const PAUSE_MS = 20;
const DISK_MB = 500;
const BACK_WITHIN_MS = 10_000;
/** Longer than any time-out of the product: a request that takes more hangs. */
const ANSWER_WITHIN_MS = 20_000;

interface Outcome {
  answered: number;
  counted: number;
  toldLost: number;
  backMs: number;
  problems: string[];
}

/** The disk under the data folder is filled to the last byte under load, in both modes, and freed again. */
export async function chaosDiskFull(short: boolean): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const processes of [false, true]) {
    say(processes ? 'a process per service' : 'one process');
    outcomes.push(await fillAndFree(processes, short ? 6 : 60));
  }
  const sum = (of: (outcome: Outcome) => number) => outcomes.map(of).reduce((left, right) => left + right, 0);
  for (const problem of outcomes.flatMap(({ problems }) => problems)) say(`NOT MET: ${problem}`);
  report({
    name: 'disk-full',
    value: sum(({ counted, toldLost }) => counted + toldLost),
    unit: 'clicks counted or told as lost',
    reference: sum(({ answered }) => answered),
    ratio: Math.max(...outcomes.map(({ backMs }) => backMs)) / BACK_WITHIN_MS,
    target: 'known links answered 100 %, answered = counted + told as lost, everything works within 10 s of free space',
    pass: outcomes.every(({ problems }) => problems.length === 0),
  });
}

async function fillAndFree(processes: boolean, seconds: number): Promise<Outcome> {
  let disk: SmallDisk | undefined;
  const node = await Harness.start({
    processes,
    prepare: async (dataDir) => {
      disk = SmallDisk.mount(dataDir, DISK_MB);
    },
  }).catch((error: unknown) => {
    disk?.unmount();
    throw error;
  });
  try {
    return await run(node, disk as SmallDisk, seconds);
  } finally {
    await node.stop('SIGTERM');
    disk?.unmount();
    await node.dispose();
  }
}

async function run(node: Harness, disk: SmallDisk, seconds: number): Promise<Outcome> {
  const problems: string[] = [];
  const session = await ApiSession.register(node.web);
  const link = await session.createLink({ url: 'https://example.com/' });
  const traffic = new Traffic(numbered(`${node.web}/${link.short_code}`), CONNECTIONS);
  await traffic.first(node);
  traffic.start(PAUSE_MS);
  await delay(2_000);

  disk.fill();
  const before = traffic.answered.size;
  const slowest = await useApi(session, seconds * 1_000);
  say(`full for ${seconds} s: ${traffic.answered.size - before} redirects; slowest answer of the API ${slowest} ms`);
  if (slowest >= ANSWER_WITHIN_MS) problems.push('the API hung while the disk was full');
  if (traffic.answered.size === before) problems.push('no redirect while the disk was full');
  disk.free();
  const freed = performance.now();
  await node.until(() => works(node, session), 60_000).catch((error: Error) => problems.push(error.message));
  const backMs = Math.round(performance.now() - freed);
  say(`everything works ${(backMs / 1_000).toFixed(1)} s after there was room`);
  if (backMs > BACK_WITHIN_MS) problems.push(`everything works only ${backMs} ms after there was room`);

  await delay(1_000);
  await traffic.stop();
  const failed = traffic.failed;
  if (failed > 0) problems.push(`${failed} visits were not redirected: ${JSON.stringify([...traffic.others])}`);
  const answered = traffic.answered.size;
  const toldLost = await node.metric('redirect', 'redirect_clicks_lost_total');
  const total = await settledTotal(session, link.id, answered - toldLost);
  await node.stop();
  const { lost, duplicates, invented } = await compare(node.dataDir, link.id, traffic);
  say(`${answered} answered, ${total} counted, ${toldLost} told as lost; ${lost} missing, ${duplicates} twice`);
  if (total + toldLost !== answered || lost !== toldLost || duplicates + invented > 0) {
    problems.push(`${answered} answered, but ${total} counted and ${toldLost} told as lost`);
  }
  const orphans = processesOf(node.dataDir);
  if (orphans.length > 0) problems.push(`left behind: ${orphans.join(', ')}`);
  return { answered, counted: total, toldLost, backMs, problems };
}

/** Asks the API all the time; it may refuse, but not keep anybody waiting. The slowest answer, in milliseconds. */
async function useApi(session: ApiSession, forMs: number): Promise<number> {
  const until = Date.now() + forMs;
  let slowest = 0;
  while (Date.now() < until) {
    for (const ask of [
      () => session.createLink({ url: 'https://example.com/full' }),
      () => session.send('GET', '/api/links'),
      () => session.send('GET', '/api/me'),
    ]) {
      const from = performance.now();
      await Promise.race([ask().catch(() => undefined), delay(ANSWER_WITHIN_MS)]);
      slowest = Math.max(slowest, Math.round(performance.now() - from));
    }
    await delay(100);
  }
  return slowest;
}

/** A new link is made, redirects, and is counted; every service is ready. */
async function works(node: Harness, session: ApiSession): Promise<boolean> {
  try {
    if (!(await node.ready())) return false;
    const { id, short_code } = await session.createLink({ url: 'https://example.com/again' });
    const { status } = await fetch(`${node.web}/${short_code}`, { redirect: 'manual' });
    return status === 302 && (await counted(session, id));
  } catch {
    return false;
  }
}

async function counted(session: ApiSession, id: string): Promise<boolean> {
  const until = Date.now() + 3_000;
  while (Date.now() < until) {
    if ((await session.send<{ total: number }>('GET', `/api/links/${id}/analytics?kind=all`)).total === 1) return true;
    await delay(50);
  }
  return false;
}

/** What still runs with this data folder in its command line or environment. */
function processesOf(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => contentOf(`/proc/${pid}/${file}`).includes(dataDir)))
    .map((pid) => `${pid} ${contentOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
