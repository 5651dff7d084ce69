/** Never more often than this, and the longer a run takes, the rarer: a slow server is not made slower. */
const PAUSE_MS = 1_000;
/** A click is on the screen within two seconds as long as a run takes half of one. */
const PAUSE_TIMES = 2;

/** Runs `work` when it is wanted: at once, then once more after a pause, however often it was wanted meanwhile. */
export function paced(work: () => Promise<unknown>): { run: () => void; stop: () => void } {
  let busy = false;
  let wanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    if (busy) {
      wanted = true;
      return;
    }
    busy = true;
    const began = Date.now();
    const rest = (): void => {
      timer = setTimeout(
        () => {
          busy = false;
          if (!wanted) return;
          wanted = false;
          run();
        },
        Math.max(PAUSE_MS, (Date.now() - began) * PAUSE_TIMES),
      );
    };
    void work().then(rest, rest);
  };
  let stopped = false;
  return {
    run: () => {
      if (!stopped) run();
    },
    stop: () => {
      stopped = true;
      wanted = false;
      clearTimeout(timer);
    },
  };
}
