interface Waiting<W, S> {
  wish: W;
  resolve: (seen: S) => void;
  reject: (error: unknown) => void;
}

/**
 * Asks one question at a time, for all that wait: the first at once, those that come meanwhile together. Nobody gets an answer
 * to a question that was sent before they asked.
 */
export class Together<W, S> {
  private waiting: Waiting<W, S>[] = [];
  private isAsking = false;

  constructor(private readonly askAll: (wishes: readonly W[]) => Promise<S>) {}

  ask(wish: W): Promise<S> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ wish, resolve, reject });
      if (!this.isAsking) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting;
      this.waiting = [];
      try {
        const seen = await this.askAll(asked.map(({ wish }) => wish));
        for (const { resolve } of asked) resolve(seen);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.isAsking = false;
  }
}
