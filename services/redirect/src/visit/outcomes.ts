import { Metrics } from '@linkway/platform';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';

const TELL_EVERY_MS = 1_000;

/** Visits by outcome. Redirects are counted in a plain number, which costs nothing, and told once a second. */
@Injectable()
export class Outcomes implements OnModuleDestroy {
  redirect = 0;
  private readonly counter;
  private readonly telling: NodeJS.Timeout;

  constructor(metrics: Metrics) {
    this.counter = metrics.counter('redirect_visits_total', 'Visits by outcome', ['outcome']);
    this.telling = setInterval(() => this.tell(), TELL_EVERY_MS);
    this.telling.unref();
  }

  count(outcome: string): void {
    this.counter.inc({ outcome });
  }

  onModuleDestroy(): void {
    clearInterval(this.telling);
    this.tell();
  }

  private tell(): void {
    if (this.redirect === 0) return;
    this.counter.inc({ outcome: 'redirect' }, this.redirect);
    this.redirect = 0;
  }
}
