import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';
import { ADMINISTRATOR, Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { Creations } from './creations.ts';
import { deadLetters } from './dead-letters.ts';
import { UNLIMITED } from './edits.ts';
import { type Limited, limits } from './limited.ts';
import { Traffic } from './traffic.ts';

const VICTIMS = ['redirect', 'links', 'nats', 'postgres', 'analytics'];
const TIMES = { short: 1, long: 20 };
const CONNECTIONS = 16;
const TRAFFIC_PAUSE_MS = 10;
const CREATORS = 4;
const CREATION_PAUSE_MS = 100;
const MANY = 1_000_000;
const BACK_MS = 90_000;
/** What is being done when the blow falls. */
const UNDER_LOAD_MS = 700;

/**
 * `kill -9` of redirect, links, NATS, PostgreSQL and analytics in turn, under load: every answer is one click, every link that was told is there, and
 * neither a month's links nor a link's clicks are exceeded.
 */
export async function chaosKill(short: boolean): Promise<void> {
  const blows = Array.from({ length: short ? TIMES.short : TIMES.long }, () => VICTIMS).flat();
  const node = await Harness.start({ processes: true, environment: UNLIMITED });
  try {
    await node.liftRateLimit();
    const admin = await ApiSession.signIn(node.web, ADMINISTRATOR.email, ADMINISTRATOR.password);
    // Half an hour of creations is more than an administrator's month.
    const { id } = await admin.send<{ id: string }>('GET', '/api/me');
    await admin.send('PATCH', `/api/admin/users/${id}`, { monthly_links_limit: MANY });
    const link = await admin.createLink({ url: 'https://example.com/' });
    const spent = await limits(node, admin, blows.length);
    const traffic = new Traffic(numbered(`${node.redirect()}/${link.short_code}`), CONNECTIONS);
    const creations = new Creations(admin);
    await traffic.first(node);
    say(
      `${CONNECTIONS} connections, ${CREATORS} people who make links; kill -9: ${blows.length} times, ${VICTIMS.join(', ')} in turn`,
    );
    traffic.start(TRAFFIC_PAUSE_MS);
    creations.start(CREATORS, CREATION_PAUSE_MS);
    for (const [index, victim] of blows.entries()) {
      const limited = spent[index] as Limited;
      limited.start();
      await delay(UNDER_LOAD_MS);
      const old = node.pidOf(victim);
      node.kill(victim);
      await node.until(() => node.pidOf(victim) !== old, BACK_MS);
      await node.until(() => node.ready(), BACK_MS);
      await limited.stop();
      if (victim === VICTIMS.at(-1))
        say(`  ${index + 1} killed; ${traffic.answered.size} visits answered, ${creations.told} links made`);
    }
    await creations.stop();
    await traffic.stop();
    say(
      `${traffic.answered.size} answered, ${traffic.broken.size} broken off by a kill, ${traffic.refused} refused while it was down; ` +
        `${creations.told} links made, ${creations.tries - creations.told} tries again`,
    );
    if (traffic.others.size > 0) say(`other answers: ${JSON.stringify([...traffic.others])}`);
    const missing = await creations.missing(node.redirect());
    const exceeded = (await Promise.all(spent.map((limited) => limited.judge()))).flat();
    for (const line of [...missing, ...exceeded].slice(0, 10)) say(`NOT MET: ${line}`);
    const total = await settledTotal(admin, link.id, traffic.answered.size);
    const dead = await deadLetters(node);
    await node.stop();
    const { lost, duplicates, unknown, invented } = await compare(node.dataDir, link.id, traffic);
    say(
      `${total} clicks told by the API; ${lost} lost, ${duplicates} duplicates, ${unknown} of broken connections, ${invented} of nothing; ` +
        `${missing.length} links lost, ${exceeded.length} limits exceeded or not reached, ${dead} dead letters`,
    );
    const others = [...traffic.others.values()].reduce((sum, count) => sum + count, 0);
    const wrong = lost + duplicates + invented + others + missing.length + exceeded.length + dead;
    report({
      name: 'kill',
      value: total - unknown,
      unit: `clicks, beside ${creations.told} links and ${spent.length} limits of each kind`,
      reference: traffic.answered.size,
      ratio: (total - unknown) / traffic.answered.size,
      target: 'clicks = answers, none lost, none twice; no link lost; no limit exceeded',
      pass: wrong === 0 && total - unknown === traffic.answered.size && creations.told > 0,
    });
  } finally {
    await node.dispose();
  }
}
