import { Health, NatsService } from '@linkway/platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RouteRepository } from './route/route.repository.js';

/**
 * Once it has been ready, the redirect stays ready while PostgreSQL or NATS is away: known links are answered from
 * memory, so taking it out of the load balancer would make an outage of one part an outage of every link.
 * Metrics and the log tell of the outage.
 */
export function keepReady(app: NestFastifyApplication): void {
  const health = app.get(Health, { strict: false });
  const routes = app.get(RouteRepository, { strict: false });
  const nats = app.get(NatsService, { strict: false });
  health.register(
    'postgres',
    onlyAtStart(() => routes.check()),
  );
  health.register(
    'nats',
    onlyAtStart(() => nats.check()),
  );
  // Their watchdogs go on making stalled consumers anew.
  for (const owner of ['links', 'domains']) health.register(`events.${owner}`, () => undefined);
}

function onlyAtStart(check: () => Promise<void>): () => Promise<void> {
  let passed = false;
  return async () => {
    if (passed) return;
    await check();
    passed = true;
  };
}
