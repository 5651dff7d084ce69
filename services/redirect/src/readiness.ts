import { Health } from '@linkway/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Starting waits for PostgreSQL and NATS. From then on the redirect is ready while either is away: known links are
 * answered from memory, so taking it out of the load balancer would make an outage of one part an outage of every link.
 * Lag, pending bytes and the log tell of the outage; consumers are made anew by their watchdogs all the same.
 */
export function keepReady(app: NestFastifyApplication): void {
  const health = app.get(Health, { strict: false });
  for (const check of ['postgres', 'nats', 'events.links', 'events.domains']) health.register(check, () => undefined);
}
