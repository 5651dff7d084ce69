import type { Health } from '@linkway/platform';

/**
 * Starting waits for PostgreSQL and NATS. From then on the redirect is ready while either is away: known links are
 * answered from memory, so taking it out of the load balancer would make an outage of one part an outage of every link.
 * The same holds for click streams that analytics does not empty, for clicks that were set aside, and for what waits to be told of limits, and for the file of countries. All of it stands in the report as a warning; lag, pending
 * bytes and the log tell of it too.
 */
export function keepReady(health: Health): void {
  health.tolerate(/postgres/, /nats/, /outbox/, /events\..*/, /stream\..*/, /clicks\..*/, /countries/);
}
