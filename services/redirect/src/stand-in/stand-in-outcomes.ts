import { Metrics } from '@linkway/platform';
import { Outcomes } from '../visit/outcomes.js';

/** Counts what is answered before the service is there, apart from what the service counts itself. */
export class StandInOutcomes extends Outcomes {
  private readonly visits;

  constructor(metrics: Metrics) {
    super(new Metrics('stand-in'));
    const help = 'Visits that were answered from a snapshot, by outcome';
    this.visits = metrics.counter('redirect_stand_in_visits_total', help, ['outcome']);
  }

  override redirected(): void {
    this.visits.inc({ outcome: 'redirect' });
  }

  override count(outcome: string): void {
    this.visits.inc({ outcome });
  }
}
