import { Metrics } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { boundsInSeconds, Durations } from './durations.js';

/** Visits by outcome, and how long they took. Redirects are counted in plain numbers, which costs nothing, and told when somebody asks. */
@Injectable()
export class Outcomes {
  private redirects = 0;
  private readonly redirectDurations = new Durations();
  private readonly durations = new Map([['redirect', this.redirectDurations]]);
  private readonly counter;

  constructor(metrics: Metrics) {
    this.counter = metrics.countedElsewhere('redirect_visits_total', 'Visits by outcome', ['outcome'], (counter) => {
      if (this.redirects === 0) return;
      counter.inc({ outcome: 'redirect' }, this.redirects);
      this.redirects = 0;
    });
    metrics.watchHistogram('redirect_visit_duration_seconds', 'Time to answer a visit', boundsInSeconds, () =>
      [...this.durations].map(([outcome, { counts, sum }]) => ({ labels: { outcome }, counts, sum })),
    );
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
}
