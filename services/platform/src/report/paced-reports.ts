import { AsyncLocalStorage } from 'node:async_hooks';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';

const EVERY_MS = 10_000;
const TELL_EVERY_MS = 60_000;

export interface Reports<R> {
  /** Takes what was counted meanwhile; null: nothing that is worth telling. */
  readonly take: () => R | null;
  /** Whether something waits to be taken. */
  readonly areDue: () => boolean;
  /** Has it counted; whoever counts knows a report again by its number. */
  readonly tell: (report: R) => Promise<unknown>;
  /** For the log, where that fails. */
  readonly failure: string;
}

/**
 * Tells another service, once in ten seconds, what was counted here. A report that is not answered is told again as it was, and what came
 * meanwhile after it; a process that ends takes the last seconds with it. While nothing is counted there is no timer.
 */
export class PacedReports<R> {
  private readonly seldom = rarely(TELL_EVERY_MS);
  private untold: R | null = null;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** What is told is no part of the request that was counted: its caller waits for it no longer. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly reports: Reports<R>,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** Something was counted. */
  begin(): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => {
      void this.outside(() => this.tell()).then(() => {
        this.timer = undefined;
        if (this.untold || this.reports.areDue()) this.begin();
      });
    }, EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Tells what there is, with one try, and stops. */
  async end(): Promise<void> {
    this.stop();
    do await this.outside(() => this.tell());
    while (!this.untold && this.reports.areDue());
  }

  private async tell(): Promise<void> {
    this.untold ??= this.reports.take();
    if (!this.untold) return;
    try {
      await this.reports.tell(this.untold);
      this.untold = null;
    } catch (error) {
      this.seldom((more) => this.logger.warn(this.reports.failure, { error, more }));
    }
  }
}
