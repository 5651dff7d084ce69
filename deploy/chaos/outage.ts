import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { numbered } from './count.ts';
import { deadLetters } from './dead-letters.ts';
import { Edits, UNLIMITED } from './edits.ts';
import { closeDatabase, openDatabase, stopServer } from './stores.ts';
import { Traffic } from './traffic.ts';

const LINKS = 40;
const CONNECTIONS = 4;
const TRAFFIC_PAUSE_MS = 20;
const EDIT_WORKERS = 4;
const EDIT_PAUSE_MS = 20;
/** After an outage everything has so long to become true. */
const HEAL_MS = 90_000;

interface Outage {
  readonly name: string;
  begin(node: Harness): Promise<void>;
  end(node: Harness): Promise<void>;
}

const database = (name: string): Outage => ({
  name: `the database of ${name}`,
  begin: (node) => closeDatabase(node, `linkway_${name}`),
  end: (node) => openDatabase(node, `linkway_${name}`),
});
const server = (name: 'postgres' | 'nats'): Outage => ({
  name,
  begin: (node) => stopServer(node, name),
  end: async (node) => node.release(name),
});

/** Stores are away for as long as real outages last, under load and edits: what was acknowledged holds afterwards. */
export async function chaosOutage(short: boolean): Promise<void> {
  const seconds = short ? 5 : 600;
  const node = await Harness.start({ processes: true, environment: UNLIMITED });
  try {
    await node.liftRateLimit();
    const session = await ApiSession.register(node.web);
    const edits = await Edits.of(session, LINKS);
    const steady = await session.createLink({ url: 'https://example.com/steady' });
    const traffic = new Traffic(numbered(`${node.redirect()}/${steady.short_code}`), CONNECTIONS);
    await traffic.first(node);
    traffic.start(TRAFFIC_PAUSE_MS);
    const wrong: string[] = [];
    for (const outage of [database('redirect'), database('links'), server('postgres'), server('nats')]) {
      const before = { acknowledged: edits.acknowledged, answered: traffic.answered.size };
      edits.start(EDIT_WORKERS, EDIT_PAUSE_MS);
      await delay(short ? 500 : 5_000);
      await outage.begin(node);
      say(`${outage.name} is away for ${seconds} s`);
      await delay(seconds * 1_000);
      await outage.end(node);
      await node.until(() => node.ready(), HEAL_MS);
      await delay(short ? 500 : 5_000);
      await edits.stop();
      const found = await edits.wrong(node.redirect(), HEAL_MS);
      wrong.push(...found);
      say(
        `  ${edits.acknowledged - before.acknowledged} edits acknowledged, ${traffic.answered.size - before.answered} redirects; ` +
          `${found.length} links wrong afterwards${found.length > 0 ? `: ${found.slice(0, 3).join('; ')}` : ''}`,
      );
    }
    await traffic.stop();
    // Nothing was wrong with any event: a single refusal counted is a dead letter of a longer outage.
    const refusals = await node.metric('redirect', 'events_handled_total', 'outcome="retry"');
    const dead = await deadLetters(node);
    await node.stop();
    await node.start();
    const after = await edits.wrong(node.redirect(), HEAL_MS);
    const { failed } = traffic;
    say(
      `${edits.acknowledged} edits acknowledged, ${edits.refused} refused, ${edits.open} of unknown outcome; ` +
        `${refusals} events taken for refused, ${dead} dead letters; ` +
        `${after.length} links wrong after a restart; ${traffic.answered.size} redirects of the known link, ${failed} not answered`,
    );
    const value = wrong.length + after.length + refusals + dead + failed;
    report({
      name: 'outage',
      value,
      unit: 'edits lost, events refused or dead, known links not answered',
      reference: edits.acknowledged + traffic.answered.size,
      ratio: null,
      target: 'none, over four outages',
      pass: value === 0 && edits.acknowledged > 0 && traffic.answered.size > 0,
    });
  } finally {
    await node.dispose();
  }
}
