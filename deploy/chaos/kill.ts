import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { report, say } from '../load/result.ts';
import { compare, numbered, settledTotal } from './count.ts';
import { Traffic } from './traffic.ts';

const CONNECTIONS = 32;

/** Redirects under load while the redirect process, analytics and NATS are killed with kill -9: every answer is one click. */
export async function chaosClicks(short: boolean): Promise<void> {
  const wanted = short ? 6_000 : 100_000;
  const victims = Array.from({ length: short ? 1 : 3 }, () => ['redirect', 'analytics', 'nats']).flat();
  const node = await Harness.start({ processes: true });
  try {
    const session = await ApiSession.register(node.web);
    const link = await session.createLink({ url: 'https://example.com/' });
    const traffic = new Traffic(numbered(`${node.redirect()}/${link.short_code}`), CONNECTIONS);
    say(`${wanted} redirects over ${CONNECTIONS} connections; kill -9 in between: ${victims.join(', ')}`);
    const running = traffic.run(() => traffic.answered.size >= wanted);
    for (const [index, victim] of victims.entries()) {
      const at = Math.round((wanted * (index + 1)) / (victims.length + 1));
      await node.until(() => traffic.answered.size >= at, 180_000);
      const old = node.pidOf(victim);
      node.kill(victim);
      say(`${traffic.answered.size} answered: killed ${victim}`);
      await node.until(() => node.pidOf(victim) !== old, 60_000);
    }
    await running;
    say(
      `${traffic.answered.size} answered, ${traffic.broken.size} broken off by a kill, ${traffic.refused} refused while it was down`,
    );
    if (traffic.others.size > 0) say(`other answers: ${JSON.stringify([...traffic.others])}`);
    const total = await settledTotal(session, link.id, traffic.answered.size);
    await node.stop();
    const { lost, duplicates, unknown, invented } = await compare(node.dataDir, link.id, traffic);
    say(
      `${total} clicks told by the API; ${lost} lost, ${duplicates} duplicates, ${unknown} of broken connections, ${invented} of nothing`,
    );
    const wrong = lost + duplicates + invented + [...traffic.others.values()].reduce((sum, count) => sum + count, 0);
    report({
      name: 'clicks',
      value: total - unknown,
      unit: 'clicks',
      reference: traffic.answered.size,
      ratio: (total - unknown) / traffic.answered.size,
      target: 'clicks = answers, none lost, none twice',
      pass: wrong === 0 && total - unknown === traffic.answered.size,
    });
  } finally {
    await node.dispose();
  }
}
