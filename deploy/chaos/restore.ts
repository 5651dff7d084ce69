import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { deadLetters } from './dead-letters.ts';
import { Edits, UNLIMITED } from './edits.ts';
import { asOwner } from './stores.ts';
import { Traffic } from './traffic.ts';

const LINKS = 40;
const CONNECTIONS = 4;
const DATABASE = 'linkway_redirect';
const BACKUP = `${DATABASE}_backup`;
/** Redirects must be right again so soon after the restored data is in use. */
const HEAL_MS = 60_000;

/** Redirect's database and analytics' folder are put back to an earlier state: both catch up to the truth by themselves. */
export async function chaosRestore(short: boolean): Promise<void> {
  const seconds = short ? 6 : 3_600;
  const node = await Harness.start({ processes: true, environment: UNLIMITED });
  const folder = join(node.dataDir, 'clickhouse');
  const copy = join(node.dataDir, 'clickhouse-backup');
  const away = async () => {
    await node.takeAway('redirect');
    await node.takeAway('analytics');
  };
  const back = async () => {
    node.release('redirect');
    node.release('analytics');
    await node.until(() => node.ready(), 90_000);
  };
  try {
    await node.liftRateLimit();
    const session = await ApiSession.register(node.web);
    const edits = await Edits.of(session, LINKS);
    const steady = await session.createLink({ url: 'https://example.com/steady' });
    const traffic = new Traffic(numbered(`${node.redirect()}/${steady.short_code}`), CONNECTIONS);
    const work = async (forSeconds: number) => {
      edits.start(4, short ? 0 : 500);
      traffic.start(short ? 5 : 100);
      await delay(forSeconds * 1_000);
      await Promise.all([traffic.stop(), edits.stop()]);
    };
    await work(short ? 3 : 60);
    await settledTotal(session, steady.id, traffic.answered.size);
    await away();
    await asOwner(node, `CREATE DATABASE ${BACKUP} TEMPLATE ${DATABASE}`);
    cpSync(folder, copy, { recursive: true });
    await back();
    const before = { edits: edits.acknowledged, clicks: traffic.answered.size };
    await work(seconds);
    await settledTotal(session, steady.id, traffic.answered.size);
    say(
      `${edits.acknowledged - before.edits} edits and ${traffic.answered.size - before.clicks} clicks are forgotten now`,
    );
    await away();
    await asOwner(node, `DROP DATABASE ${DATABASE} WITH (FORCE)`, `ALTER DATABASE ${BACKUP} RENAME TO ${DATABASE}`);
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
    await back();
    const since = performance.now();
    const wrong = await edits.wrong(node.redirect(), HEAL_MS);
    say(`redirects: ${wrong.length} links wrong after ${((performance.now() - since) / 1_000).toFixed(1)} s`);
    const total = await settledTotal(session, steady.id, traffic.answered.size);
    say(
      `statistics: told all ${((performance.now() - since) / 1_000).toFixed(1)} s after the restored data was in use`,
    );
    const dead = await deadLetters(node);
    await node.stop();
    const { lost, duplicates, invented } = await compare(node.dataDir, steady.id, traffic);
    say(
      `${traffic.answered.size} redirects, ${total} clicks: ${lost} lost, ${duplicates} duplicates; ${dead} dead letters`,
    );
    report({
      name: 'restore',
      value: total,
      unit: 'clicks',
      reference: traffic.answered.size,
      ratio: total / traffic.answered.size,
      target: `${seconds} s put back: redirects right within ${HEAL_MS / 1_000} s, clicks = answers`,
      pass:
        wrong.length + lost + duplicates + invented + dead === 0 &&
        total === traffic.answered.size &&
        edits.acknowledged > before.edits,
    });
  } finally {
    await node.dispose();
  }
}
