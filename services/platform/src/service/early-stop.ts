/** How a service is stopped that has not started yet. */
export class EarlyStop {
  private work: (() => Promise<void>) | null = null;

  /** null: there is nothing any more to end in order. */
  set(work: (() => Promise<void>) | null): void {
    this.work = work;
  }

  async stop(): Promise<void> {
    await this.work?.();
  }
}
