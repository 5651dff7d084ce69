import { AppLogger, Metrics, rarely } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

const TELL_EVERY_MS = 10_000;
/** Causes that are told apart in one line. */
const MAX_REASONS = 20;

/**
 * Counts clicks that are lost, and tells of them loudly, though not once per click. It is called where the disk fails, which
 * may be the disk that the log is written to: so nothing here throws.
 */
@Injectable()
export class ClickAlarm {
  private readonly lost;
  private readonly troubles;
  private readonly untold = new Map<string, number>();
  private readonly seldom = new Map<string, ReturnType<typeof rarely>>();
  private toldAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    metrics: Metrics,
    private readonly logger: AppLogger,
  ) {
    this.lost = metrics.counter('redirect_clicks_lost_total', 'Answered redirects whose click could not be kept');
    this.troubles = metrics.counter(
      'redirect_click_log_errors_total',
      'What the disk or JetStream refused; no click is lost',
    );
  }

  raise(clicks: number, reason: string): void {
    this.lost.inc(clicks);
    const known = this.untold.has(reason) || this.untold.size < MAX_REASONS ? reason : 'other reasons';
    this.untold.set(known, (this.untold.get(known) ?? 0) + clicks);
    if (this.timer) return;
    const wait = this.toldAt + TELL_EVERY_MS - performance.now();
    if (wait <= 0) return this.tell();
    this.timer = setTimeout(() => this.tell(), wait);
    this.timer.unref();
  }

  /** Something failed that costs no click yet; each kind is told every 10 s at most. */
  trouble(message: string, error: unknown): void {
    this.troubles.inc();
    const known = this.seldom.get(message);
    if (!known && this.seldom.size > MAX_REASONS) this.seldom.clear();
    const seldom = known ?? rarely(TELL_EVERY_MS, () => performance.now());
    this.seldom.set(message, seldom);
    seldom(() => this.safely(() => this.logger.warn(message, { error })));
  }

  /** Tells what was not told yet. */
  tell(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.untold.size === 0) return;
    this.toldAt = performance.now();
    const clicks = [...this.untold.values()].reduce((sum, count) => sum + count, 0);
    const reason = [...this.untold].map(([text, count]) => `${count}: ${text}`).join('; ');
    this.untold.clear();
    this.safely(() => this.logger.error('ALARM: clicks are lost', { clicks, reason }));
  }

  private safely(tell: () => void): void {
    try {
      tell();
    } catch {
      // A log that cannot be written either: the metrics tell.
    }
  }
}
