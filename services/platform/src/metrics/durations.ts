import type { Metrics } from './metrics.js';

/** From a millisecond to the patience of the most patient caller. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Rate, errors and duration of requests that came over HTTP. `route` is the pattern, never the address itself. */
export const httpServerDuration = (metrics: Metrics) =>
  metrics.histogram(
    'http_server_duration_seconds',
    'Time to answer a request over HTTP',
    ['method', 'route', 'status_class'],
    BUCKETS,
  );

/** Of requests that this service answered over NATS. `outcome`: ok, refused (the caller's fault), failed (ours). */
export const rpcServerDuration = (metrics: Metrics) =>
  metrics.histogram(
    'rpc_server_duration_seconds',
    'Time to answer a request over NATS',
    ['subject', 'outcome'],
    BUCKETS,
  );

/** Of requests that this service made. `outcome` as above, and unavailable (nobody answers) or timeout. */
export const rpcClientDuration = (metrics: Metrics) =>
  metrics.histogram(
    'rpc_client_duration_seconds',
    'Time until a request over NATS was answered',
    ['subject', 'outcome'],
    BUCKETS,
  );

/** Of events in their handlers. `outcome` is the one that decides what becomes of the event. */
export const eventHandlerDuration = (metrics: Metrics) =>
  metrics.histogram('event_handler_duration_seconds', 'Time to handle an event', ['subject', 'outcome'], BUCKETS);

export const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

/** `2xx` for 204: a status of its own would make a series of its own. */
export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;
