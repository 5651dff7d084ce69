import { Harness } from '@linkway/local/harness';
import { family, sharedMiB } from './process-stat.ts';
import { median, report, say } from './result.ts';
import { use } from './use.ts';

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
    const memory = family(node.record().pid).reduce((sum, pid) => sum + sharedMiB(pid), 0);
    say(`memory of all processes after the flow: ${Math.round(memory)} MiB`);
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
