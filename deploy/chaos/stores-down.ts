import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession, type MadeLink } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { stopServer } from './stores.ts';
import { Traffic } from './traffic.ts';

const CONNECTIONS = 8;
const PAUSE_MS = 20;
const READY_MS = 90_000;
/** Of the click log where it is to be full: a second or two of this load. */
const SMALL_LOG = { CLICK_LOG_MAX_BYTES: '262144', CLICK_SEGMENT_BYTES: '65536' };
/** More would be told that it asks for too much. */
const ASK_EVERY_MS = 250;
const SAYS = 'This link cannot be opened right now';

interface Outcome {
  answered: number;
  clicks: number;
  toldLost: number;
  problems: string[];
}

/**
 * PostgreSQL, then NATS, stopped under load; then both, until the click log is full as well: known links are all answered, whatever else is asked for is
 * told so on a page, and each click is there afterwards or told as lost.
 */
export async function chaosStoresDown(short: boolean): Promise<void> {
  const seconds = short ? 5 : 30;
  const outcomes = [await oneAfterTheOther(seconds), await allAtOnce(seconds)];
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  for (const problem of problems) say(`NOT MET: ${problem}`);
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((all, outcome) => all + of(outcome), 0);
  const [kept, answered] = [sum(({ clicks, toldLost }) => clicks + toldLost), sum((outcome) => outcome.answered)];
  report({
    name: 'stores-down',
    value: kept,
    unit: 'clicks counted, or told as lost where the click log was full',
    reference: answered,
    ratio: kept / answered,
    target: 'known links answered 100 %, the rest a page with 503, clicks = answers, ready again without help',
    pass: problems.length === 0 && kept === answered,
  });
}

async function oneAfterTheOther(seconds: number): Promise<Outcome> {
  const node = await Harness.start({ processes: true });
  try {
    const { session, link, traffic } = await underLoad(node);
    for (const store of ['postgres', 'nats'] as const) {
      const before = traffic.answered.size;
      await stopServer(node, store);
      say(`${store} stopped for ${seconds} s`);
      await delay(seconds * 1_000);
      say(`  ${traffic.answered.size - before} redirects meanwhile`);
      node.release(store);
      await readyAgain(node);
      await delay(2_000);
    }
    const outcome = await settled(node, session, link, traffic);
    if (outcome.toldLost > 0) outcome.problems.push(`${outcome.toldLost} clicks lost while the log had room`);
    return outcome;
  } finally {
    await node.dispose();
  }
}

async function allAtOnce(seconds: number): Promise<Outcome> {
  const node = await Harness.start({ processes: true, environment: SMALL_LOG });
  try {
    const { session, link, traffic } = await underLoad(node);
    const capped = await session.createLink({ url: 'https://example.com/capped', max_clicks: 1_000_000 });
    const before = traffic.answered.size;
    for (const store of ['postgres', 'nats'] as const) await stopServer(node, store);
    say(`both stopped for ${seconds} s, with a click log of ${SMALL_LOG.CLICK_LOG_MAX_BYTES} bytes`);
    const { asked, wrong } = await askForOthers(node, capped, seconds * 1_000);
    say(`  ${traffic.answered.size - before} redirects meanwhile; ${asked} visits of other links`);
    for (const store of ['nats', 'postgres'] as const) node.release(store);
    await readyAgain(node);
    await delay(2_000);
    const outcome = await settled(node, session, link, traffic);
    outcome.problems.push(...wrong);
    if (outcome.toldLost === 0) outcome.problems.push('the click log was not full');
    return outcome;
  } finally {
    await node.dispose();
  }
}

async function underLoad(node: Harness): Promise<{ session: ApiSession; link: MadeLink; traffic: Traffic }> {
  const session = await ApiSession.register(node.web);
  const link = await session.createLink({ url: 'https://example.com/' });
  const traffic = new Traffic(numbered(`${node.redirect()}/${link.short_code}`), CONNECTIONS);
  await traffic.first(node);
  traffic.start(PAUSE_MS);
  return { session, link, traffic };
}

async function readyAgain(node: Harness): Promise<void> {
  const since = performance.now();
  await node.until(() => node.ready(), READY_MS);
  say(`  everything ready again ${((performance.now() - since) / 1_000).toFixed(1)} s after its return`);
}

/** Links that nobody can decide about now: one that this process has never seen, and one with a click cap. */
async function askForOthers(node: Harness, { short_code }: MadeLink, forMs: number) {
  const wrong: string[] = [];
  let asked = 0;
  for (const until = Date.now() + forMs; Date.now() < until; await delay(ASK_EVERY_MS)) {
    for (const code of [short_code, `x${randomBytes(3).toString('hex')}`]) {
      asked += 1;
      const answer = await fetch(`${node.redirect()}/${code}`, {
        redirect: 'manual',
        headers: { 'accept-language': 'en' },
      });
      const page = await answer.text();
      const isClear = answer.headers.get('content-type')?.startsWith('text/html') && page.includes(SAYS);
      if (answer.status === 503 && answer.headers.has('retry-after') && isClear) continue;
      wrong.push(`/${code} was answered ${answer.status} ${answer.headers.get('retry-after')}: ${page.slice(0, 200)}`);
    }
  }
  return { asked, wrong };
}

/** What became of the clicks, once all that can be shipped is. */
async function settled(node: Harness, session: ApiSession, link: MadeLink, traffic: Traffic): Promise<Outcome> {
  await traffic.stop();
  const answered = traffic.answered.size;
  const problems = traffic.failed > 0 ? [`known links were not answered: ${traffic.faults}`] : [];
  const toldLost = await node.metric('redirect', 'redirect_clicks_lost_total');
  const clicks = await settledTotal(session, link.id, answered - toldLost);
  await node.stop();
  const { lost, duplicates, invented } = await compare(node.dataDir, link.id, traffic);
  say(`${answered} answered; ${clicks} clicks, ${lost} lost and ${toldLost} told as lost, ${duplicates} duplicates`);
  if (lost !== toldLost || duplicates + invented > 0 || clicks + toldLost !== answered)
    problems.push(
      `${answered} answered, but ${clicks} counted, ${lost} lost, ${toldLost} told as lost, ${duplicates} twice`,
    );
  return { answered, clicks, toldLost, problems };
}
