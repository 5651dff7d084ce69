import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ApiSession, type MadeLink } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { Traffic } from './traffic.ts';

const CONNECTIONS = 4;

interface Damage {
  readonly name: string;
  /** Part of the short form. */
  readonly brief?: boolean;
  /** What is done to a click segment while nobody has it open. */
  spoil(segment: string): void;
}

const damages: Damage[] = [
  { name: 'nothing', spoil: () => undefined },
  { name: 'one byte of a click', spoil: (segment) => overwrite(segment, 0.5, Buffer.from([0xff])) },
  { name: 'a block of zeros', brief: true, spoil: (segment) => overwrite(segment, 0.3, Buffer.alloc(4_096)) },
  { name: 'a block of garbage', spoil: (segment) => overwrite(segment, 0.6, Buffer.alloc(4_096, 0xa5)) },
  { name: 'garbage for cuts', spoil: (segment) => writeFileSync(cutsOf(segment), Buffer.alloc(64, 0x5a)) },
  { name: 'no cuts', brief: true, spoil: (segment) => rmSync(cutsOf(segment), { force: true }) },
];

/** Files are damaged while their owner is down: nothing but the damaged part is lost, and that is told exactly. */
export async function chaosDamage(short: boolean): Promise<void> {
  const clicks = short ? 300 : 3_000;
  const node = await Harness.start({ processes: true });
  const faults: string[] = [];
  let lostInAll = 0;
  try {
    const session = await ApiSession.register(node.web);
    const link = await session.createLink({ url: 'https://example.com/' });
    const probe = await session.createLink({ url: 'https://example.com/probe' });
    const traffic = new Traffic(numbered(`${node.redirect()}/${link.short_code}`), CONNECTIONS);
    const more = () => {
      const wanted = traffic.answered.size + clicks;
      return traffic.run(() => traffic.answered.size >= wanted);
    };
    for (const { name, spoil } of short ? damages.filter(({ brief }) => brief) : damages) {
      await node.takeAway('nats');
      await more();
      await node.takeAway('redirect', 'SIGKILL');
      const segments = segmentsIn(join(node.dataDir, 'redirect', 'clicks'));
      if (segments.length === 0) throw new Error('the clicks are not on disk');
      spoil(segments[0] ?? '');
      node.release('nats');
      node.release('redirect');
      await node.until(() => node.ready(), 90_000);
      const answered = traffic.answered.size - lostInAll;
      const toldLost = () => node.metric('redirect', 'redirect_clicks_lost_total');
      const total = await settledTotal(session, link.id, async () => answered - (await toldLost()));
      const lost = answered - total;
      const told = await toldLost();
      say(`${name}: ${lost} of ${clicks} clicks lost, ${told} told`);
      if (lost !== told) faults.push(`${name}: ${lost} lost, ${told} told`);
      if (name === 'nothing' && lost > 0) faults.push('clicks are lost without damage');
      // A record that the damage touches is lost, and no other: some hundred bytes each.
      if (lost > 40) faults.push(`${name}: ${lost} lost`);
      lostInAll += lost;
    }
    const before = traffic.answered.size - lostInAll;
    faults.push(
      ...(await withoutStatistics(node, session, link, probe, before)),
      ...(await withoutStreams(node, session, probe, more)),
    );
    const expected = traffic.answered.size - lostInAll;
    const total = await settledTotal(session, link.id, expected);
    if (total !== expected) faults.push(`${total} clicks instead of ${expected}`);
    await node.stop();
    const { lost, duplicates, invented } = await compare(node.dataDir, link.id, traffic);
    if (lost !== lostInAll || duplicates + invented > 0)
      faults.push(`${lost} lost, ${duplicates} duplicates in the store`);
    for (const fault of faults) say(`FAULT ${fault}`);
    report({
      name: 'damage',
      value: total,
      unit: 'clicks',
      reference: expected,
      ratio: total / expected,
      target: 'only what was damaged is lost, told exactly; everything else goes on',
      pass: faults.length === 0,
    });
  } finally {
    await node.dispose();
  }
}

/** The folder of statistics is spoiled: everything else works and statistics say that they do not; put back, all is there. */
async function withoutStatistics(
  node: Harness,
  session: ApiSession,
  link: MadeLink,
  probe: MadeLink,
  before: number,
): Promise<string[]> {
  const faults: string[] = [];
  await node.stop();
  const spoiled = metadataOf(join(node.dataDir, 'clickhouse'), 'clicks.sql');
  renameSync(spoiled, `${spoiled}.kept`);
  writeFileSync(spoiled, 'garbage');
  await node.start();
  const visit = await shown(node, probe);
  if (visit !== 'https://example.com/probe') faults.push(`a visit shows ${visit} without statistics`);
  await session.send('PUT', `/api/links/${probe.id}`, { title: 'edited without statistics' }).catch((error: Error) => {
    faults.push(`an edit fails without statistics: ${error.message}`);
  });
  const refusal = await session.send('GET', `/api/links/${link.id}/analytics`).then(
    () => 'an answer',
    (error: Error) => error.message,
  );
  if (!refusal.includes(': 503 ')) faults.push(`statistics without a store give ${refusal}`);
  await node.stop();
  if (existsSync(spoiled)) rmSync(spoiled);
  renameSync(`${spoiled}.kept`, spoiled);
  await node.start();
  const after = await settledTotal(session, link.id, before);
  say(`statistics: ${before} before, ${refusal.slice(0, 60)} while spoiled, ${after} afterwards`);
  if (after !== before) faults.push(`${after} clicks instead of ${before} after the statistics were put back`);
  return faults;
}

/** The streams are gone: they are made anew, and everything goes on. The clicks are held against the answers afterwards. */
async function withoutStreams(
  node: Harness,
  session: ApiSession,
  probe: MadeLink,
  more: () => Promise<void>,
): Promise<string[]> {
  await node.takeAway('nats');
  rmSync(join(node.dataDir, 'nats', 'jetstream'), { recursive: true });
  node.release('nats');
  await node.until(() => node.ready(), 120_000);
  await more();
  const url = `https://example.com/after-${Date.now()}`;
  await session.send('PUT', `/api/links/${probe.id}`, { url });
  return node
    .until(async () => (await shown(node, probe)) === url, 60_000)
    .then(
      () => [],
      () => ['an edit did not arrive within a minute after the streams were lost'],
    );
}

async function shown(node: Harness, { short_code }: MadeLink): Promise<string> {
  const response = await fetch(`${node.redirect()}/${short_code}`, { redirect: 'manual' });
  return response.headers.get('location') ?? String(response.status);
}

const cutsOf = (segment: string): string => segment.replace(/\.clicks2$/, '.cuts2');

function overwrite(path: string, share: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, Math.floor(statSync(path).size * share));
  closeSync(file);
}

/** Click segments in a folder, the largest first. */
function segmentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => path.endsWith('.clicks2'))
    .sort((a, b) => statSync(b).size - statSync(a).size);
}

function metadataOf(folder: string, name: string): string {
  const found = readdirSync(folder, { recursive: true })
    .map(String)
    .find((path) => path.endsWith(`/${name}`));
  if (!found) throw new Error(`${name} is not in ${folder}`);
  return join(folder, found);
}
