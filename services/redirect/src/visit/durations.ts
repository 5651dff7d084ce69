/** Upper bounds in microseconds: from what a visit in memory takes to the patience of the most patient visitor. */
const BOUNDS = [
  100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
  5_000_000, 10_000_000,
];

export const boundsInSeconds: readonly number[] = BOUNDS.map((bound) => bound / 1e6);

/** Microseconds, in 32 bits that wrap after an hour: a small integer lies in the visit itself, a fraction beside it. */
export const ticks = (ms: number = performance.now()): number => (ms * 1_000) | 0;

/** Durations of visits by size. Recording one changes two numbers in place. */
export class Durations {
  /** The last one is of what took longer than all bounds. */
  readonly counts = new Float64Array(BOUNDS.length + 1);
  private readonly total = new Float64Array(1);

  /** Of a visit that began at `startedAt` ticks and ends now. */
  record(startedAt: number, now: number = ticks()): void {
    const took = Math.max(0, (now - startedAt) | 0);
    let size = 0;
    while (size < BOUNDS.length && took > (BOUNDS[size] as number)) size += 1;
    this.counts[size] = (this.counts[size] as number) + 1;
    this.total[0] = (this.total[0] as number) + took;
  }

  /** Seconds. */
  get sum(): number {
    return (this.total[0] as number) / 1e6;
  }
}
