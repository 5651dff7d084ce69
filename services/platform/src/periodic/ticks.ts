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
/** For all that is due at one waking together; what is left then is called at once. */
const TURNS_MS = 1_000;

const ticks = new Map<number, Tick>();

/**
 * Calls back after `ms`, or up to a quarter later, together with whatever else of this process is due about then: each waking of a process that
 * nobody uses costs more than what it wakes for. They follow one another: a promise that one answers is waited for, a moment at most, and all of
 * them a second at most; only what holds up the whole process keeps others back for longer. What one throws is thrown as by a timer of its own, once
 * all were called. What waits for less than four seconds is called in its time, alone. It keeps no process alive.
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
  const thrown: unknown[] = [];
  const until = performance.now() + TURNS_MS;
  for (const call of waiting) {
    waiting.delete(call);
    try {
      const working = call();
      if (working instanceof Promise) await settled(working, Math.min(TURN_MS, until - performance.now()));
    } catch (error) {
      thrown.push(error);
    }
  }
  for (const error of thrown) {
    setTimeout(() => {
      throw error;
    });
  }
}

/** Or for no more than `mostMs`, which may be over already. */
function settled(working: Promise<unknown>, mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = mostMs > 0 ? setTimeout(resolve, mostMs).unref() : undefined;
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    // Whoever made it hears of its failure.
    working.then(done, done);
    if (mostMs <= 0) resolve();
  });
}
