import { Admission, AppError, type Bounds, type Metrics } from '@linkway/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that goes on for as long as its reader likes, such as a stream of events: it holds no place. */
    goesOn?: boolean;
    /** Of the operation, as its contract has it. */
    tag?: string;
  }
  interface FastifyRequest {
    /** Whom the request is counted for: `user:ID` or `ip:ADDRESS`; absent where it is not limited. */
    whom?: string;
  }
}

/** Statistics may take seconds: who waits for them holds up nothing else. */
const SLOW = 'analytics';
/** Work that has not answered so long after its client has gone never will: longer than anybody waits for a service. */
const FORGOTTEN_MS = 20_000;

/**
 * Bounds the requests to the API that are worked on at once; who gets no place within two seconds is refused with
 * `service.busy` before anybody is asked. One caller has an eighth of the places at most. A request counts from when its body is
 * there, to when its answer is: neither a slow sender nor a slow reader holds a place. Hooks before this one refuse at no cost, so it comes last.
 */
export function admit(instance: FastifyInstance, bounds: Bounds, metrics: Metrics, forgottenMs = FORGOTTEN_MS): void {
  const half = { atOnce: Math.ceil(bounds.atOnce / 2), queued: Math.ceil(bounds.queued / 2) };
  const [statistics, others] = [new Admission(half), new Admission(bounds)];
  const both = (of: (admission: Admission) => number) => () => of(statistics) + of(others);
  metrics.watch(
    'api_requests_under_way',
    'Requests to the API that are worked on',
    both(({ underWay }) => underWay),
  );
  metrics.watch(
    'api_requests_waiting',
    'Requests to the API that wait for their turn',
    both(({ queued }) => queued),
  );
  const places = new WeakMap<FastifyReply, () => void>();
  instance.addHook('preHandler', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    if (!/^\/api(\/|$)/.test(url) || config.goesOn) return;
    const admission = config.tag === SLOW ? statistics : others;
    const leave = await admission.take(request.whom ?? null);
    // Whoever has gone while they waited wants nothing any more.
    if (reply.raw.closed) {
      leave();
      throw new AppError('service.busy');
    }
    places.set(reply, leave);
    // Work goes on when its client hangs up, and holds its place until it is done.
    reply.raw.once('close', () => {
      if (places.has(reply)) setTimeout(leave, forgottenMs).unref();
    });
  });
  instance.addHook('onSend', async (_request, reply) => {
    places.get(reply)?.();
    places.delete(reply);
  });
}
