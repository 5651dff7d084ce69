import { Metrics } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

const INSERT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

@Injectable()
export class IngestMetrics {
  readonly lag;
  readonly held;
  readonly batches;
  readonly clicks;
  readonly skipped;
  readonly corrected;
  readonly deadLetters;
  readonly lostLetters;
  readonly missed;
  readonly insertSeconds;

  constructor(metrics: Metrics) {
    this.lag = metrics.gauge('analytics_lag_messages', 'Messages in the stream that are not stored yet', ['shard']);
    this.held = metrics.gauge('analytics_shard_held', '1 while this process reads the shard', ['shard']);
    this.batches = metrics.counter('analytics_batches_total', 'Batches stored', ['shard']);
    this.clicks = metrics.counter('analytics_clicks_total', 'Clicks stored', ['shard']);
    this.skipped = metrics.counter('analytics_clicks_skipped_total', 'Clicks that had come before', ['shard']);
    this.corrected = metrics.counter(
      'analytics_clicks_corrected_total',
      'Clicks of a clock that is wrong, stored under the time of their message',
      ['shard'],
    );
    this.deadLetters = metrics.counter('analytics_dead_letters_total', 'Messages put aside, whole or in part', [
      'shard',
    ]);
    this.lostLetters = metrics.counter(
      'analytics_dead_letters_lost_total',
      'Messages that could not be read, and not be put aside either',
      ['shard'],
    );
    this.missed = metrics.counter('analytics_messages_missed_total', 'Messages gone by age before they were read', [
      'shard',
    ]);
    this.insertSeconds = metrics.histogram(
      'analytics_insert_seconds',
      'Time to store one batch',
      ['shard'],
      INSERT_BUCKETS,
    );
  }
}
