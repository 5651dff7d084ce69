import { Admission, type Bounds, type Metrics } from '@linkway/platform';
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

/**
 * Bounds the requests to the API that are worked on at once; who gets no place within two seconds is refused with
 * `service.busy` before anybody is asked. One caller has an eighth of the places at most. A request counts from when its body is
 * there, to when its answer is: neither a slow sender nor a slow reader holds a place. Hooks before this one refuse at no cost, so it comes last.
 */
export function admit(instance: FastifyInstance, bounds: Bounds, metrics: Metrics): void {
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
    places.set(reply, leave);
    // The net for an answer that is never sent.
    if (reply.raw.closed) leave();
    else reply.raw.once('close', leave);
  });
  instance.addHook('onSend', async (_request, reply) => places.get(reply)?.());
}
