import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession, type MadeLink } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { isAlive } from '@linkway/platform/embedded';
import { ClickLoad, type Loaded } from './click-load.ts';
import { cpuSeconds, residentMiB } from './process-stat.ts';
import { firstMoment, pathOf, type Range, ranges } from './ranges.ts';
import { median, percentile, report, say, slackOf } from './result.ts';
import { VisitsBeside } from './visits-beside.ts';

const FULL = { all: 10_000_000, link: 1_000_000, rounds: 10, secondsBeside: 30 };
const SHORT = { all: 1_000_000, link: 200_000, rounds: 2, secondsBeside: 10 };
const SMALL_CLICKS = 100;
/** Clicks that another process makes while answers are checked, and how long the store may take to tell of one. */
const BESIDE_PER_SECOND = 100;
const TOLD_WITHIN_MS = 3_000;
const AT_ONCE = 4;
const TARGET_MS = 150;
/**
 * In its short form, where the machine is slower than those of the target: how many times what the same questions take about a link that has almost no
 * clicks, and no longer than that in any case.
 */
const SLOW = { ratio: 1.5, mostMs: 1_000 };
const FRESH_MS = 2_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const LANGUAGE = 'vi';

interface Answer {
  readonly total: number;
  readonly unique: number;
  readonly series: readonly { readonly clicks: number; readonly unique: number }[];
}

/** A question, and what the clicks that were loaded come to. */
interface Expected {
  readonly range: Range;
  readonly loaded: Loaded;
}

let size = FULL;

/** Statistics of a link with a million clicks that goes on being clicked, beside one with a hundred. */
export async function benchAnalytics(short: boolean): Promise<void> {
  if (short) size = SHORT;
  const node = await Harness.start({ processes: true });
  try {
    const session = await ApiSession.register(node.web);
    const { workspace_id: workspaceId } = await session.send<{ workspace_id: string }>('GET', '/api/me');
    const big = await session.createLink({ url: 'https://example.com/big' });
    const small = await session.createLink({ url: 'https://example.com/small' });
    const { expected, people } = await load(node, workspaceId, big, small);
    await addedUp(node, session, big);
    const { pid, p95, reference } = await measure(node, session, big, small);
    const besideExact = await checkBeside(node, session, big, expected);
    const exact = (await check(node, session, big, expected)) && (await checkTotals(session, big, small, people));
    say(`analytics has ${Math.round(residentMiB(pid))} MiB of resident memory`);
    const most = TARGET_MS * slackOf(short);
    const isQuick = p95 < most || (short && p95 < Math.min(SLOW.ratio * reference, SLOW.mostMs));
    report({
      name: 'analytics',
      value: p95,
      unit: 'ms at the 95th percentile',
      reference,
      ratio: p95 / reference,
      target: `< ${most}${short ? ` or ${SLOW.ratio} times the reference` : ''}, answers exact, under load too`,
      pass: isQuick && exact && besideExact,
    });
  } finally {
    await node.dispose();
  }
}

/** Puts the clicks into the store while the service is away, and counts what the questions should find. */
async function load(node: Harness, workspaceId: string, big: MadeLink, small: MadeLink) {
  const pid = node.pidOf('analytics');
  node.hold('analytics');
  node.kill('analytics');
  await node.until(() => !isAlive(pid), 10_000);
  const store = await ClickLoad.open(join(node.dataDir, 'clickhouse'));
  const began = performance.now();
  const until = new Date();
  await store.add({ workspaceId, linkId: big.id, code: big.short_code, clicks: size.link }, until);
  await store.add({ workspaceId, linkId: small.id, code: small.short_code, clicks: SMALL_CLICKS }, until);
  await store.addOthers(size.all - size.link - SMALL_CLICKS, until);
  say(`${size.all} clicks loaded in ${((performance.now() - began) / 1000).toFixed(0)} s, ${size.link} of one link`);
  const expected: Expected[] = [];
  for (const range of ranges(until.getTime())) {
    const loaded = await store.count(big.id, firstMoment(range), range.kind);
    expected.push({ range, loaded });
  }
  const people = new Map<string, number>();
  for (const { id } of [big, small]) people.set(id, (await store.count(id, new Date(0), 'human')).total);
  await store.close();
  node.release('analytics');
  return { expected, people };
}

/** Waits until the service answers and then has nothing to do: it adds up past days once, in the background. */
async function addedUp(node: Harness, session: ApiSession, link: MadeLink): Promise<void> {
  const ask = () => session.send<Answer>('GET', pathOf(link, { timezone: 'UTC' }));
  await node.until(
    () =>
      ask().then(
        ({ total }) => total > 0,
        () => false,
      ),
    120_000,
  );
  const began = performance.now();
  const pid = node.pidOf('analytics');
  for (let idle = 0; idle < 5; ) {
    const before = cpuSeconds(pid);
    await delay(1_000);
    idle = cpuSeconds(pid) - before < 0.1 ? idle + 1 : 0;
    if (performance.now() - began > 300_000) throw new Error('past days are not added up within five minutes');
  }
  say(`past days added up and idle after ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function measure(node: Harness, session: ApiSession, big: MadeLink, small: MadeLink) {
  const pid = node.pidOf('analytics');
  const first = await timed(session, pathOf(big, { timezone: 'UTC' }));
  say(
    `first question about the added-up days: ${first.toFixed(0)} ms; load of the machine ${loadavg()[0]?.toFixed(1)}`,
  );
  const ofBig: number[] = [];
  const ofSmall: number[] = [];
  let cpuOfBig = 0;
  let cpuOfSmall = 0;
  for (let round = 0; round < size.rounds; round += 1) {
    for (const range of ranges(Date.now())) {
      // Both links get a click before each question, so that today is never the same as it was.
      await follow(node, big);
      await follow(node, small);
      const start = cpuSeconds(pid);
      ofBig.push(await timed(session, pathOf(big, range)));
      const between = cpuSeconds(pid);
      ofSmall.push(await timed(session, pathOf(small, range)));
      cpuOfBig += between - start;
      cpuOfSmall += cpuSeconds(pid) - between;
    }
  }
  const show = (name: string, times: number[], cpu?: number) =>
    say(
      `${name}: median ${median(times).toFixed(0)} ms, 95 % within ${percentile(times, 0.95).toFixed(0)} ms` +
        (cpu === undefined ? '' : `, ${((cpu / times.length) * 1000).toFixed(0)} ms of CPU in analytics`),
    );
  show(`${ofBig.length} questions one after the other, ${size.link} clicks`, ofBig, cpuOfBig);
  show(`${ofSmall.length} questions in turn with those, ${SMALL_CLICKS} clicks`, ofSmall, cpuOfSmall);
  show(`${AT_ONCE} at a time, ${size.link} clicks`, await together(node, session, big));
  show('overview of the workspace', await overviews(node, session, big));
  const { times, cpu } = await lists(node, session, big);
  show(`list of links with their clicks of all time, ${size.all} clicks stored`, times, cpu);
  return { pid, p95: percentile(ofBig, 0.95), reference: percentile(ofSmall, 0.95) };
}

async function together(node: Harness, session: ApiSession, link: MadeLink): Promise<number[]> {
  const times: number[] = [];
  const left = Array.from({ length: size.rounds }, () => ranges(Date.now())).flat();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let range = left.pop(); range; range = left.pop()) {
        await follow(node, link);
        times.push(await timed(session, pathOf(link, range)));
      }
    }),
  );
  return times;
}

async function overviews(node: Harness, session: ApiSession, link: MadeLink): Promise<number[]> {
  const times: number[] = [];
  for (const range of [...ranges(Date.now()), ...ranges(Date.now())]) {
    await follow(node, link);
    times.push(await timed(session, pathOf(null, range)));
  }
  return times;
}

/** The list after each new click; its cost must not depend on how many clicks there are. */
async function lists(node: Harness, session: ApiSession, link: MadeLink) {
  const pid = node.pidOf('analytics');
  const times: number[] = [];
  let cpu = 0;
  for (let round = 0; round < size.rounds * AT_ONCE; round += 1) {
    await follow(node, link);
    const start = cpuSeconds(pid);
    times.push(await timed(session, '/api/links'));
    cpu += cpuSeconds(pid) - start;
  }
  return { times, cpu };
}

/** What lists tell of all time: clicks of people, as those of the visits in between are. */
async function checkTotals(
  session: ApiSession,
  big: MadeLink,
  small: MadeLink,
  people: ReadonlyMap<string, number>,
): Promise<boolean> {
  const wanted = new Map([big, small].map(({ id }) => [id, (people.get(id) ?? 0) + (followed.get(id) ?? 0)]));
  const { data } = await session.send<{ data: { id: string; clicks_count: number | null }[] }>('GET', '/api/links');
  const told = new Map(data.map(({ id, clicks_count: clicks }) => [id, clicks]));
  const exact = [...wanted].every(([id, clicks]) => told.get(id) === clicks);
  say(exact ? 'the list tells clicks of all time to the last one' : `the list tells ${JSON.stringify([...told])}`);
  return exact;
}

/**
 * Asks again and again while another process visits the link: each answer has what was answered some seconds before it was asked for,
 * and no more than was sent by its end; and no answer has fewer than one before it.
 */
async function checkBeside(node: Harness, session: ApiSession, link: MadeLink, expected: Expected[]): Promise<boolean> {
  const before = followed.get(link.id) ?? 0;
  await settle(node, session, link);
  const visitor = { userAgent: BROWSER, language: LANGUAGE };
  const visits = new VisitsBeside(`${node.redirect()}/${link.short_code}`, BESIDE_PER_SECOND, visitor);
  const until = performance.now() + size.secondsBeside * 1_000;
  let wrong = 0;
  let asked = 0;
  let most = 0;
  while (performance.now() < until) {
    for (const { range, loaded } of expected) {
      const least = Math.max(most, visits.answeredAt(performance.now() - TOLD_WITHIN_MS));
      const answer = await session.send<Answer>('GET', pathOf(link, range));
      const found = answer.total - loaded.total - before;
      const sent = await visits.sentByNow();
      const inSeries = answer.series.reduce((total, point) => total + point.clicks, 0);
      asked += 1;
      if (found < least || found > sent || inSeries !== answer.total) {
        wrong += 1;
        say(
          `${JSON.stringify(range)}: ${found} clicks of the other process, ${least} to ${sent} wanted; ${inSeries} in the series`,
        );
      }
      most = Math.max(most, found);
    }
  }
  const answered = await visits.stop();
  followed.set(link.id, before + answered);
  visitors.add(new Date().toISOString().slice(0, 10));
  say(`${asked} answers while another process made ${answered} clicks: ${wrong} of them wrong`);
  return wrong === 0 && asked > 0 && most > 0;
}

/** Milliseconds until the answer has every click so far. */
async function settle(node: Harness, session: ApiSession, link: MadeLink): Promise<number> {
  const all = size.link + (followed.get(link.id) ?? 0);
  const began = performance.now();
  await node.until(async () => {
    const { total } = await session.send<Answer>('GET', pathOf(link, { timezone: 'UTC' }));
    return total >= all || performance.now() - began > FRESH_MS;
  }, 10_000);
  return performance.now() - began;
}

/** Every answer is what was loaded and the clicks since then, which were all one person's. */
async function check(node: Harness, session: ApiSession, link: MadeLink, expected: Expected[]): Promise<boolean> {
  const visits = followed.get(link.id) ?? 0;
  say(`the last of ${visits} clicks was in the answer after ${Math.round(await settle(node, session, link))} ms`);
  let exact = true;
  for (const { range, loaded } of expected) {
    const answer = await session.send<Answer>('GET', pathOf(link, range));
    const sum = (of: 'clicks' | 'unique') => answer.series.reduce((total, point) => total + point[of], 0);
    const wanted = { total: loaded.total + visits, unique: loaded.unique + visitors.size };
    if (answer.total !== wanted.total || answer.unique !== wanted.unique || sum('clicks') !== wanted.total) {
      exact = false;
      say(`${JSON.stringify(range)}: ${answer.total} clicks of ${answer.unique}, not ${JSON.stringify(wanted)}`);
    }
  }
  if (exact) say(`${expected.length} answers checked: clicks and visitors are those of the rows, to the last one`);
  return exact;
}

const followed = new Map<string, number>();
/** Days on which somebody followed a link: the same person is another visitor on each. */
const visitors = new Set<string>();

async function follow(node: Harness, link: MadeLink): Promise<void> {
  const response = await fetch(`${node.redirect()}/${link.short_code}`, {
    redirect: 'manual',
    headers: { 'user-agent': BROWSER, 'accept-language': LANGUAGE },
  });
  if (response.status !== 302) throw new Error(`the link answers ${response.status}`);
  followed.set(link.id, (followed.get(link.id) ?? 0) + 1);
  visitors.add(new Date().toISOString().slice(0, 10));
}

async function timed(session: ApiSession, path: string): Promise<number> {
  const began = performance.now();
  await session.send('GET', path);
  return performance.now() - began;
}
