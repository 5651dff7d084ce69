import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Harness } from '@linkway/local/harness';
import { machineTimes } from './machine.ts';
import { cpuSeconds, family, familySeconds, sharedMiB } from './process-stat.ts';
import { median, report, say, slackOf } from './result.ts';
import { use } from './use.ts';

const TARGET_PERCENT = 1.5;
/** Where each wake is dear, as on some virtual machines, the short form is judged by how many times what `waker.mjs` takes: it was 6 when this was written. */
const TARGET_RATIO = 12;
/** `soon`: of the short form, which looks before the node is at rest. */
const MEMORY_MIB = { atRest: 700, soon: 875 };
const ROUNDS = 3;
/**
 * After a start and some use, before anything is measured. What V8 leaves for later, collecting and compiling, takes another 0.7 % of a core for up
 * to three minutes, in threads of its own; a node that nobody uses has that behind it. `soon`: of the short form.
 */
const SETTLE_SECONDS = { atRest: 200, soon: 30 };
/** Others on the same cores make each switch dearer: such a round says little about an idle node. */
const OTHERS_PERCENT = 30;
const TRIES = 6;

/** What a node costs that nobody uses: the share of a core that all its processes take, and their memory after some use. */
export async function benchIdle(short: boolean): Promise<void> {
  const seconds = short ? 20 : 60;
  const node = await Harness.start();
  const waker = spawn(process.execPath, [join(import.meta.dirname, 'waker.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(waker.stdout, 'data');
    await use(node);
    const { pid } = node.record();
    const memory = () => family(pid).reduce((sum, member) => sum + sharedMiB(member), 0);
    const afterUse = memory();
    await delay((short ? SETTLE_SECONDS.soon : SETTLE_SECONDS.atRest) * 1_000);
    const shares: number[] = [];
    const references: number[] = [];
    for (let round = 1; round <= TRIES && shares.length < (short ? 1 : ROUNDS); round += 1) {
      const { share, reference, others, parts } = await measure(node, pid, waker.pid ?? 0, seconds);
      const disturbed = others > OTHERS_PERCENT && round + ROUNDS <= TRIES + 1;
      say(
        `round ${round}: ${share.toFixed(2)} % of a core (${parts}); 20 bare wakes a second ${reference.toFixed(2)} %; others on this machine ${others.toFixed(0)} %${disturbed ? ': disturbed, repeated' : ''}`,
      );
      if (disturbed) continue;
      shares.push(share);
      references.push(reference);
    }
    const value = median(shares);
    const reference = median(references);
    const most = TARGET_PERCENT * slackOf(short);
    const isCheap = value <= most || (short && value <= TARGET_RATIO * reference);
    const mostMemory = short ? MEMORY_MIB.soon : MEMORY_MIB.atRest;
    const atRest = memory();
    say(
      `memory of all processes after a sign-up, a link, a click and a chart: ${Math.round(afterUse)} MiB at once, ${Math.round(atRest)} at rest`,
    );
    report({
      name: 'idle',
      value,
      unit: '% of a core',
      reference,
      ratio: value / reference,
      target: `<= ${most} %${short ? ` or ${TARGET_RATIO} times the reference` : ''}, memory at rest <= ${mostMemory} MiB (${Math.round(atRest)})`,
      pass: isCheap && atRest <= mostMemory,
    });
  } finally {
    waker.kill('SIGKILL');
    await node.dispose();
  }
}

async function measure(node: Harness, pid: number, waker: number, seconds: number) {
  const { processes, nats, postgres } = node.record();
  const named = { services: pid, redirect: processes.redirect?.pid, nats: nats?.pid, postgres: postgres?.pid };
  const read = () => ({
    all: familySeconds([pid]),
    waker: cpuSeconds(waker),
    machine: machineTimes(),
    parts: Object.entries(named).map(([name, of = 0]) => ({
      name,
      seconds: name === 'postgres' ? familySeconds([of]) : cpuSeconds(of),
    })),
  });
  const before = read();
  await delay(seconds * 1_000);
  const after = read();
  const percent = (from: number, to: number) => ((to - from) / seconds) * 100;
  const share = percent(before.all, after.all);
  const reference = percent(before.waker, after.waker);
  const machine = percent(before.machine.busy + before.machine.steal, after.machine.busy + after.machine.steal);
  const parts = after.parts
    .map(({ name, seconds: used }, index) => `${name} ${percent(before.parts[index]?.seconds ?? 0, used).toFixed(2)}`)
    .join(', ');
  return { share, reference, others: machine - share - reference, parts };
}
