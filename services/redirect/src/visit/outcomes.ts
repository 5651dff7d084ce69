import { Metrics } from '@linkway/platform';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { boundsInSeconds, Durations } from './durations.js';

const TELL_EVERY_MS = 1_000;

/** Visits by outcome, and how long they took. Redirects are counted in plain numbers, which costs nothing, and told once a second. */
@Injectable()
export class Outcomes implements OnModuleDestroy {
  private redirects = 0;
  private readonly redirectDurations = new Durations();
  private readonly durations = new Map([['redirect', this.redirectDurations]]);
  private readonly counter;
  private readonly telling: NodeJS.Timeout;

  constructor(metrics: Metrics) {
    this.counter = metrics.counter('redirect_visits_total', 'Visits by outcome', ['outcome']);
    metrics.watchHistogram('redirect_visit_duration_seconds', 'Time to answer a visit', boundsInSeconds, () =>
      [...this.durations].map(([outcome, { counts, sum }]) => ({ labels: { outcome }, counts, sum })),
    );
    this.telling = setInterval(() => this.tell(), TELL_EVERY_MS);
    this.telling.unref();
  }

  /** A visit that was answered with its destination just now; `startedAt` in ticks. */
  redirected(startedAt: number): void {
    this.redirects += 1;
    this.redirectDurations.record(startedAt);
  }

  /** A visit that was answered in another way just now. */
  count(outcome: string, startedAt: number): void {
    this.counter.inc({ outcome });
    const known = this.durations.get(outcome) ?? new Durations();
    this.durations.set(outcome, known);
    known.record(startedAt);
  }

  onModuleDestroy(): void {
    clearInterval(this.telling);
    this.tell();
  }

  private tell(): void {
    if (this.redirects === 0) return;
    this.counter.inc({ outcome: 'redirect' }, this.redirects);
    this.redirects = 0;
  }
}
