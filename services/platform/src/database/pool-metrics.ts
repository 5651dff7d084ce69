import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { secondsSince } from '../metrics/durations.js';
import type { Metrics } from '../metrics/metrics.js';

const WAIT_BUCKETS = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 3];

type Connect = (callback: (...answer: unknown[]) => void) => void;

/** Tells on /metrics how the pool of connections is used, and how long requests wait for one. */
export function meterPool(source: DataSource, metrics: Metrics): void {
  const pool = (source.driver as unknown as { master: pg.Pool }).master;
  metrics.watch('sql_pool_connections', 'Open connections to PostgreSQL', () => pool.totalCount);
  metrics.watch('sql_pool_idle_connections', 'Open connections that nobody uses', () => pool.idleCount);
  metrics.watch('sql_pool_waiting', 'Requests that wait for a connection', () => pool.waitingCount);
  const waited = metrics.histogram(
    'sql_pool_wait_seconds',
    'Time that a request waited for a connection',
    [],
    WAIT_BUCKETS,
  );
  // The pool's events do not tell when somebody began to wait. TypeORM asks with a callback, and `runStatement` as well.
  const connect = pool.connect.bind(pool) as Connect;
  const timed: Connect = (callback) => {
    const startedAt = performance.now();
    connect((...answer) => {
      waited.observe(secondsSince(startedAt));
      callback(...answer);
    });
  };
  pool.connect = timed as typeof pool.connect;
}
