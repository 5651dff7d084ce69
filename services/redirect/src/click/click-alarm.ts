import { AppLogger, Metrics } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

const TELL_EVERY_MS = 10_000;

/** Counts clicks that are lost, and tells of them loudly, though not once per click. */
@Injectable()
export class ClickAlarm {
  private readonly lost;
  private untold = 0;
  private toldAt = 0;

  constructor(
    metrics: Metrics,
    private readonly logger: AppLogger,
  ) {
    this.lost = metrics.counter('redirect_clicks_lost_total', 'Answered redirects whose click could not be kept');
  }

  raise(clicks: number, reason: string): void {
    this.lost.inc(clicks);
    this.untold += clicks;
    if (Date.now() - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = Date.now();
    this.logger.error('ALARM: clicks are lost', { clicks: this.untold, reason });
    this.untold = 0;
  }
}
