/** How far what waits for so long may be put off, so that several things of a process are done at one waking. */
const STEPS = [
  { from: 20_000, ms: 5_000 },
  { from: 4_000, ms: 1_000 },
];

export interface Appointment {
  /** When it is called, by `performance.now()`. */
  readonly at: number;
  cancel(): void;
}

type Callback = () => unknown;

interface Tick {
  readonly waiting: Set<Callback>;
  readonly timer: NodeJS.Timeout;
}

/** For what was called before, so that not everything asks its store at once; it goes on beside the next one where it takes longer. */
const TURN_MS = 100;

const ticks = new Map<number, Tick>();

/**
 * Calls back after `ms`, or up to a quarter later, together with whatever else of this process is due about then: each waking of a process that
 * nobody uses costs more than what it wakes for. They follow one another: a promise that one answers is waited for, a moment at most. What waits for
 * less than four seconds is called in its time, alone. It keeps no process alive.
 */
export function afterAbout(ms: number, callback: Callback): Appointment {
  const step = stepOf(ms);
  const now = performance.now();
  if (step === undefined) {
    const timer = setTimeout(callback, ms).unref();
    return { at: now + ms, cancel: () => clearTimeout(timer) };
  }
  const at = Math.ceil((now + ms) / step) * step;
  const tick = ticks.get(at) ?? begin(at, at - now);
  // Of its own: the same callback may wait twice.
  const call = () => callback();
  tick.waiting.add(call);
  const cancel = () => {
    if (!tick.waiting.delete(call) || tick.waiting.size > 0) return;
    clearTimeout(tick.timer);
    if (ticks.get(at) === tick) ticks.delete(at);
  };
  return { at, cancel };
}

/** Whether what waits for so long is put off. */
export const isPutOff = (ms: number): boolean => stepOf(ms) !== undefined;

const stepOf = (ms: number): number | undefined => STEPS.find(({ from }) => ms >= from)?.ms;

function begin(at: number, ms: number): Tick {
  const waiting = new Set<Callback>();
  const timer = setTimeout(() => {
    ticks.delete(at);
    void inTurn(waiting);
  }, ms);
  const tick = { waiting, timer: timer.unref() };
  ticks.set(at, tick);
  return tick;
}

async function inTurn(waiting: Set<Callback>): Promise<void> {
  for (const call of waiting) {
    waiting.delete(call);
    const working = call();
    if (working instanceof Promise) await settled(working);
  }
}

function settled(working: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, TURN_MS).unref();
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    // Whoever made it hears of its failure.
    working.then(done, done);
  });
}
