import { eventHandlerDuration } from '../metrics/durations.js';
import type { Metrics } from '../metrics/metrics.js';

/** What a service counts of the events that it handles. */
export class EventMetrics {
  readonly handled;
  readonly duration;
  readonly waiting;
  readonly dead;
  readonly lost;

  constructor(metrics: Metrics) {
    this.handled = metrics.counter('events_handled_total', 'Events by subject and outcome', ['subject', 'outcome']);
    this.duration = eventHandlerDuration(metrics);
    this.waiting = metrics.gauge('events_waiting', '1 while a consumer waits for a store or service that is away', [
      'owner',
    ]);
    this.dead = metrics.counter('events_dead_total', 'Events put aside, refused too often or hopeless', [
      'subject',
      'reason',
    ]);
    this.lost = metrics.counter('events_dead_lost_total', 'Dead letters that could not be stored', ['subject']);
  }
}
