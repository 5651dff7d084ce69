import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { jetstreamManager } from '@nats-io/jetstream';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { deadLetters, toNats } from './dead-letters.ts';
import { Edits, UNLIMITED } from './edits.ts';
import { Traffic } from './traffic.ts';

const CONNECTIONS = 32;
/** Of one account few edits are worked on at once. */
const EDITORS = 4;
const LINKS_EACH = 10;
const WORKERS_EACH = 2;
const MIB = 1024 ** 2;

/** Streams far smaller than what goes through them: what was consumed makes room, and nothing is lost. */
export async function chaosStreams(short: boolean): Promise<void> {
  const clicks = short ? 8_000 : 1_000_000;
  const events = short ? 1_500 : 200_000;
  // Several times less than what passes, in the short form as well.
  const bytes = short ? MIB : 64 * MIB;
  const node = await Harness.start({
    processes: true,
    environment: { ...UNLIMITED, EVENT_STREAM_MAX_BYTES: String(bytes), CLICK_STREAM_MAX_BYTES: String(bytes) },
  });
  try {
    await node.liftRateLimit();
    const session = await ApiSession.register(node.web);
    const editors: Edits[] = [];
    for (let count = 0; count < EDITORS; count += 1) {
      editors.push(await Edits.of(await ApiSession.register(node.web), LINKS_EACH));
    }
    const sum = (of: 'acknowledged' | 'refused') => editors.reduce((total, edits) => total + edits[of], 0);
    const steady = await session.createLink({ url: 'https://example.com/steady' });
    const traffic = new Traffic(numbered(`${node.redirect()}/${steady.short_code}`), CONNECTIONS);
    for (const edits of editors) edits.start(WORKERS_EACH, 0);
    const running = traffic.run(() => traffic.answered.size >= clicks);
    const fullest = new Map<string, number>();
    let telling = 0;
    while (traffic.answered.size < clicks || sum('acknowledged') < events) {
      await delay(1_000);
      for (const [stream, used] of await fill(node)) fullest.set(stream, Math.max(used, fullest.get(stream) ?? 0));
      if ((telling += 1) % 60 === 0) say(`  ${traffic.answered.size} redirects, ${sum('acknowledged')} edits`);
    }
    await running;
    await Promise.all(editors.map((edits) => edits.stop()));
    const wrong: string[] = [];
    for (const edits of editors) wrong.push(...(await edits.wrong(node.redirect(), 60_000)));
    const total = await settledTotal(session, steady.id, traffic.answered.size);
    const lostByRedirect = await node.metric('redirect', 'redirect_clicks_lost_total');
    const dead = await deadLetters(node);
    await node.stop();
    const { lost, duplicates, invented } = await compare(node.dataDir, steady.id, traffic);
    say(
      `${traffic.answered.size} redirects, ${total} clicks, ${lost} lost (${lostByRedirect} told), ${duplicates} duplicates; ` +
        `${sum('acknowledged')} edits, ${sum('refused')} refused, ${wrong.length} links wrong; ${dead} dead letters`,
    );
    say(`fullest: ${[...fullest].map(([name, used]) => `${name} ${Math.round(used * 100)} %`).join(', ')}`);
    const { failed } = traffic;
    const faults = lost + duplicates + invented + wrong.length + dead + sum('refused') + failed;
    report({
      name: 'streams',
      value: total,
      unit: `clicks, beside ${sum('acknowledged')} edits`,
      reference: traffic.answered.size,
      ratio: total / traffic.answered.size,
      target: `through streams of ${bytes / MIB} MiB, none lost`,
      pass: faults === 0 && total === traffic.answered.size && fullest.size > 0,
    });
  } finally {
    await node.dispose();
  }
}

/** Share of its limit that each limited stream takes. */
function fill(node: Harness): Promise<[string, number][]> {
  return toNats(node, async (connection) => {
    const found: [string, number][] = [];
    for await (const { config, state } of (await jetstreamManager(connection)).streams.list()) {
      if (config.max_bytes > 0) found.push([config.name, state.bytes / config.max_bytes]);
    }
    return found;
  });
}
