import { httpServerDuration, type Metrics, statusClass } from '@linkway/platform';
import type { FastifyInstance } from 'fastify';

/** Rate, errors and duration of every request, by the route's pattern: addresses themselves would be without number. */
export function measureRequests(instance: FastifyInstance, metrics: Metrics): void {
  const durations = httpServerDuration(metrics);
  instance.addHook('onResponse', (request, reply, done) => {
    // How long a page is open says nothing of how long an answer takes.
    if (request.routeOptions.config.goesOn) return done();
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status_class: statusClass(reply.statusCode),
    };
    durations.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}
