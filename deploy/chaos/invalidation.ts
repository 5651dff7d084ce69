import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { percentile, report, say } from '../load/result.ts';

const TARGET_MS = 1_000;

/** Edits and pauses against two redirect processes: how long after the answer each takes effect on both. */
export async function chaosInvalidation(short: boolean): Promise<void> {
  const rounds = short ? 20 : 100;
  const node = await Harness.start({ processes: true, redirects: 2 });
  try {
    const session = await ApiSession.register(node.web);
    const link = await session.createLink({ url: 'https://example.com/0' });
    const addresses = [0, 1].map((number) => `${node.redirect(number)}/${link.short_code}`);
    await until(addresses, (seen) => seen.location === 'https://example.com/0');
    const milliseconds: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const pause = round % 2 === 0;
      const url = `https://example.com/${round}`;
      await session.send('PUT', `/api/links/${link.id}`, pause ? { is_active: false } : { url, is_active: true });
      const began = performance.now();
      await until(addresses, (seen) => (pause ? seen.status === 404 : seen.location === url));
      milliseconds.push(performance.now() - began);
    }
    say(
      `${rounds} changes on 2 redirect processes: median ${percentile(milliseconds, 0.5).toFixed(0)} ms, worst ${Math.max(...milliseconds).toFixed(0)} ms`,
    );
    const value = percentile(milliseconds, 0.99);
    report({
      name: 'invalidation',
      value,
      unit: 'ms (p99)',
      reference: null,
      ratio: null,
      target: `< ${TARGET_MS}`,
      pass: value < TARGET_MS,
    });
  } finally {
    await node.dispose();
  }
}

/** Resolves when all addresses show the effect. */
async function until(
  addresses: string[],
  holds: (seen: { status: number; location: string | null }) => boolean,
): Promise<void> {
  const deadline = Date.now() + 30_000;
  await Promise.all(
    addresses.map(async (address) => {
      for (;;) {
        const response = await fetch(address, { redirect: 'manual' });
        await response.arrayBuffer();
        if (holds({ status: response.status, location: response.headers.get('location') })) return;
        if (Date.now() > deadline)
          throw new Error(`${address} still answers ${response.status} ${response.headers.get('location')}`);
      }
    }),
  );
}
