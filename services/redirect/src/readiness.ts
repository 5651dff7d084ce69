import type { Health } from '@linkway/platform';

/**
 * Starting waits for PostgreSQL and NATS. From then on the redirect is ready while either is away: known links are
 * answered from memory, so taking it out of the load balancer would make an outage of one part an outage of every link.
 * The same holds for click streams that analytics does not empty, and for clicks that were set aside. All of it stands in the report as a warning; lag, pending
 * bytes and the log tell of it too.
 */
export function keepReady(health: Health): void {
  health.tolerate(/postgres/, /nats/, /events\..*/, /stream\..*/, /clicks\..*/);
}
