import type { RequestListener } from 'node:http';

/** Counts the requests that are being answered. */
export class UnderWay {
  private open = 0;
  private done: () => void = () => undefined;

  constructor(private readonly listener: RequestListener) {}

  readonly answer: RequestListener = (request, response) => {
    this.open += 1;
    response.once('close', () => {
      this.open -= 1;
      if (this.open === 0) this.done();
    });
    this.listener(request, response);
  };

  /** Resolves once all are answered, or after so long. */
  async finished(mostMs: number): Promise<void> {
    if (this.open === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.done = resolve;
      timer = setTimeout(resolve, mostMs);
    });
    clearTimeout(timer);
  }
}
