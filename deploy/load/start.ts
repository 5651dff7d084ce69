import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { family, residentMiB } from './process-stat.ts';
import { median, report, say } from './result.ts';

const TARGET_SECONDS = 10;
const STARTS = 3;

/** Warm `npm start` (installed, built, data there) until it is ready, and the memory of everything after some use. */
export async function benchStart(): Promise<void> {
  say('first start, which makes the data folder');
  const node = await Harness.start();
  try {
    const seconds: number[] = [];
    for (let start = 1; start <= STARTS; start += 1) {
      await node.stop();
      const began = performance.now();
      await node.start();
      seconds.push((performance.now() - began) / 1000);
      say(`start ${start}: ${seconds.at(-1)?.toFixed(2)} s`);
    }
    await use(node);
    const memory = family(node.record().pid).reduce((sum, pid) => sum + residentMiB(pid), 0);
    say(
      `resident memory of all processes after the flow: ${Math.round(memory)} MiB (pages that PostgreSQL's processes share are counted in each)`,
    );
    const value = median(seconds);
    report({
      name: 'start',
      value,
      unit: 's',
      reference: null,
      ratio: null,
      target: `< ${TARGET_SECONDS}`,
      pass: value < TARGET_SECONDS,
    });
  } finally {
    await node.dispose();
  }
}

/** What a newcomer does: sign up, make a link, follow it, look at the chart. */
async function use(node: Harness): Promise<void> {
  const session = await ApiSession.register(node.web);
  const link = await session.createLink({ url: 'https://example.com/' });
  await fetch(link.short_url, { redirect: 'manual' });
  await node.until(
    async () => (await session.send<{ total: number }>('GET', `/api/links/${link.id}/analytics`)).total === 1,
    10_000,
  );
}
