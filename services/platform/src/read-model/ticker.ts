/** Does work again and again, never twice at once; the work says in how many milliseconds it wants to be next. */
export class Ticker {
  private stopping = false;
  private kicked = false;
  private wake: () => void = () => undefined;
  private loop: Promise<void> = Promise.resolve();

  /** `work` must not throw. */
  constructor(private readonly work: () => Promise<number>) {}

  start(): void {
    this.loop = this.run();
  }

  /** There is something to do now. */
  kick(): void {
    this.kicked = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.loop;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      this.kicked = false;
      const pauseMs = await this.work();
      if (!this.kicked && !this.stopping) await this.pause(pauseMs);
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
