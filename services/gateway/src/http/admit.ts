import { Admission, type Bounds, type Metrics } from '@linkway/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An answer that goes on for as long as its reader likes, such as a stream of events: it holds no place. */
    goesOn?: boolean;
  }
}

/**
 * Bounds the requests to the API that are worked on at once; who gets no place within two seconds is refused with
 * `service.busy` before anybody is asked. A request counts from when its body is there, to when its answer is: neither a slow
 * sender nor a slow reader holds a place. Hooks before this one refuse at no cost, so it comes last.
 */
export function admit(instance: FastifyInstance, bounds: Bounds, metrics: Metrics): void {
  const admission = new Admission(bounds);
  metrics.watch('api_requests_under_way', 'Requests to the API that are worked on', () => admission.underWay);
  metrics.watch('api_requests_waiting', 'Requests to the API that wait for their turn', () => admission.queued);
  const places = new WeakMap<FastifyReply, () => void>();
  instance.addHook('preHandler', async (request, reply) => {
    const { url = '', config } = request.routeOptions;
    if (!/^\/api(\/|$)/.test(url) || config.goesOn) return;
    places.set(reply, await admission.take());
  });
  instance.addHook('onSend', async (_request, reply) => places.get(reply)?.());
  // The net for an answer that is never sent.
  instance.addHook('onResponse', async (_request, reply) => places.get(reply)?.());
}
