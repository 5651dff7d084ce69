import { describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import { backOff, type Supervisable, Supervised } from './supervised.ts';

class FakeProcess implements Supervisable {
  readonly pid: number;
  private readonly listeners: (() => void)[] = [];
  private ended = false;

  constructor(pid: number) {
    this.pid = pid;
  }

  onExit(listener: () => void): void {
    this.listeners.push(listener);
  }

  async stop(): Promise<void> {
    this.die();
  }

  die(): void {
    if (!this.ended) {
      this.ended = true;
      for (const listener of this.listeners) {
        listener();
      }
    }
  }
}

function supervise(options: { isHeld?: () => boolean; failures?: number; longestDelayMs?: number } = {}) {
  const started: FakeProcess[] = [];
  const lines: string[] = [];
  let failures = options.failures ?? 0;
  const supervised = new Supervised<FakeProcess>({
    name: 'links',
    isHeld: options.isHeld ?? (() => false),
    onChange: (line) => lines.push(line),
    longestDelayMs: options.longestDelayMs,
    start: async () => {
      if (started.length > 0 && failures > 0) {
        failures -= 1;
        throw new Error('port taken');
      }
      const process = new FakeProcess(started.length + 1);
      started.push(process);
      return process;
    },
  });
  return { supervised, started, lines };
}

describe('Supervised', () => {
  it('leaves nothing running that starts once it was told to stop', async () => {
    const { supervised, started } = supervise();
    const starting = supervised.start();
    await supervised.stop();
    await starting;
    await supervised.start();
    expect([started.length, supervised.current]).toEqual([2, null]);
  });

  it('starts a process again when it dies, and says so', async () => {
    const { supervised, started, lines } = supervise();
    (await supervised.start()).die();
    await eventually(() => supervised.current?.pid === 2);
    expect(lines).toEqual(['links ended: starting it again', 'links runs again (process 2)']);
    await supervised.stop();
    expect(started).toHaveLength(2);
  });

  it('tries on when a restart fails', async () => {
    const { supervised, lines } = supervise({ failures: 1 });
    (await supervised.start()).die();
    await eventually(() => supervised.current?.pid === 2);
    expect(lines).toContain('links did not start: port taken');
    await supervised.stop();
  });

  it('is silent about one that fails for ever, and keeps trying', async () => {
    const { supervised, lines } = supervise({ failures: 6, longestDelayMs: 200 });
    (await supervised.start()).die();
    await eventually(() => supervised.current?.pid === 2);
    expect(lines).toEqual(['links ended: starting it again; links is tried every 0.2 s from now on']);
    await supervised.stop();
  });

  it('leaves it ended while it is held', async () => {
    let held = true;
    const { supervised } = supervise({ isHeld: () => held });
    (await supervised.start()).die();
    await expect(eventually(() => supervised.current !== null, { timeoutMs: 500 })).rejects.toThrow();
    held = false;
    await eventually(() => supervised.current?.pid === 2);
    await supervised.stop();
  });

  it('does not bring back what was stopped', async () => {
    const { supervised, started } = supervise();
    await supervised.start();
    await supervised.stop();
    await expect(eventually(() => started.length > 1, { timeoutMs: 500 })).rejects.toThrow();
  });
});

describe('backOff', () => {
  it('doubles up to five seconds and begins anew after a steady run', () => {
    expect(backOff(0, 0)).toBe(200);
    expect(backOff(200, 1_000)).toBe(400);
    expect(backOff(4_000, 1_000)).toBe(5_000);
    expect(backOff(5_000, 30_000)).toBe(200);
  });
});
