import { AppError, Metrics } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

type Kind = 'user' | 'guest';

@Injectable()
export class LinkMetrics {
  private readonly created;
  private readonly refused;

  constructor(metrics: Metrics) {
    this.created = metrics.counter('links_created_total', 'Links made, by who made them', ['kind']);
    this.refused = metrics.counter('links_refused_total', 'Links that were not made, by error code', ['kind', 'code']);
  }

  countCreated(kind: Kind): void {
    this.created.inc({ kind });
  }

  /** Counts the refusals of a creation; other failures are not the caller's and are counted elsewhere. */
  async watch<T>(kind: Kind, creation: () => Promise<T>): Promise<T> {
    try {
      return await creation();
    } catch (error) {
      if (error instanceof AppError) this.refused.inc({ kind, code: error.code });
      throw error;
    }
  }
}
