interface Waiting<W, S> {
  wish: W;
  resolve: (seen: S) => void;
  reject: (error: unknown) => void;
}

/** For so long the next question waits for the one before; then that one's connection may be one that hangs. */
const PATIENCE_MS = 100;
const QUESTIONS_AT_ONCE = 3;

export interface TogetherOptions {
  /** Wishes of a question at most; by default all that wait. */
  readonly most?: number;
  /** Questions begin no more often, unless one is full; by default as soon as they may. */
  readonly gatherMs?: number;
  /** The same after a question of several wishes: who wishes one thing after the other need not wait for so long. */
  readonly gatherManyMs?: number;
  /** So many wait neither for the question before, if it is the only one, nor for others to come; by default a full question. */
  readonly enough?: number;
}

/**
 * Asks one question after the other, for all that wait: the first at once, those that come meanwhile together. One that takes
 * long holds up those who asked it, and nobody else, until a few do. Nobody gets an answer to a question that was sent before they asked.
 */
export class Together<W, S> {
  private waiting: Waiting<W, S>[] = [];
  private underWay = 0;
  /** The question whose answer the next one waits for. */
  private awaited: Waiting<W, S>[] | null = null;
  private beganAt = Number.NEGATIVE_INFINITY;
  private gathering: NodeJS.Timeout | undefined;
  private readonly most: number;
  private readonly enough: number;
  private readonly gatherMs: number;
  private readonly gatherManyMs: number;
  private restMs = 0;

  constructor(
    private readonly askAll: (wishes: readonly W[]) => Promise<S>,
    {
      most = Number.POSITIVE_INFINITY,
      gatherMs = 0,
      gatherManyMs = gatherMs,
      enough = Number.POSITIVE_INFINITY,
    }: TogetherOptions = {},
  ) {
    this.most = most;
    this.enough = enough;
    this.gatherMs = gatherMs;
    this.gatherManyMs = gatherManyMs;
  }

  ask(wish: W): Promise<S> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ wish, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.waiting.length === 0 || this.underWay >= QUESTIONS_AT_ONCE) return;
    const areEnough = this.waiting.length >= this.enough;
    if (this.awaited !== null && !(areEnough && this.underWay === 1)) return;
    const leftMs = this.beganAt + this.restMs - performance.now();
    if (leftMs > 0 && !areEnough && this.waiting.length < this.most) {
      this.gathering ??= setTimeout(() => {
        this.gathering = undefined;
        this.next();
      }, leftMs);
      return;
    }
    const asked = this.waiting.splice(0, this.most);
    this.beganAt = performance.now();
    this.restMs = asked.length > 1 ? this.gatherManyMs : this.gatherMs;
    void this.run(asked);
  }

  private async run(asked: Waiting<W, S>[]): Promise<void> {
    this.underWay += 1;
    this.awaited = asked;
    const late = setTimeout(() => this.goOn(asked), PATIENCE_MS);
    try {
      const seen = await this.askAll(asked.map(({ wish }) => wish));
      for (const { resolve } of asked) resolve(seen);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    clearTimeout(late);
    this.underWay -= 1;
    this.goOn(asked);
  }

  private goOn(asked: Waiting<W, S>[]): void {
    if (this.awaited === asked) this.awaited = null;
    this.next();
  }
}
