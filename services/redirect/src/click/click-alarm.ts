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
  private readonly setAsides;
  private readonly troubles;
  private readonly untoldLost = new Untold((clicks, reason) => this.alarm('ALARM: clicks are lost', clicks, reason));
  private readonly untoldSetAside = new Untold((clicks, reason) =>
    this.alarm('ALARM: clicks are set aside', clicks, reason),
  );
  private readonly seldom = new Map<string, ReturnType<typeof rarely>>();

  constructor(
    metrics: Metrics,
    private readonly logger: AppLogger,
  ) {
    this.lost = metrics.counter('redirect_clicks_lost_total', 'Answered redirects whose click could not be kept');
    this.setAsides = metrics.counter(
      'redirect_clicks_set_aside_total',
      'Clicks that JetStream refused for good and that are kept on disk',
    );
    this.troubles = metrics.counter(
      'redirect_click_log_errors_total',
      'What the disk or JetStream refused; no click is lost',
    );
  }

  raise(clicks: number, reason: string): void {
    this.lost.inc(clicks);
    this.untoldLost.add(clicks, reason);
  }

  setAside(clicks: number, reason: string): void {
    this.setAsides.inc(clicks);
    this.untoldSetAside.add(clicks, reason);
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
    this.untoldLost.tell();
    this.untoldSetAside.tell();
  }

  private alarm(message: string, clicks: number, reason: string): void {
    this.safely(() => this.logger.error(message, { clicks, reason }));
  }

  private safely(tell: () => void): void {
    try {
      tell();
    } catch {
      // A log that cannot be written either: the metrics tell.
    }
  }
}

/** Counts by reason, told together, the first at once and the others every 10 s. */
class Untold {
  private readonly counts = new Map<string, number>();
  private toldAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly say: (clicks: number, reason: string) => void) {}

  add(clicks: number, reason: string): void {
    const known = this.counts.has(reason) || this.counts.size < MAX_REASONS ? reason : 'other reasons';
    this.counts.set(known, (this.counts.get(known) ?? 0) + clicks);
    if (this.timer) return;
    const wait = this.toldAt + TELL_EVERY_MS - performance.now();
    if (wait <= 0) return this.tell();
    this.timer = setTimeout(() => this.tell(), wait);
    this.timer.unref();
  }

  tell(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.counts.size === 0) return;
    this.toldAt = performance.now();
    const clicks = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    const reason = [...this.counts].map(([text, count]) => `${count}: ${text}`).join('; ');
    this.counts.clear();
    this.say(clicks, reason);
  }
}
