import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

const optionsFor = (https: boolean): HelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  // Over plain http browsers ignore these two, and complain.
  crossOriginOpenerPolicy: https,
  originAgentCluster: https,
  // Sibling names may serve other things than Linkway, on plain http: what holds for them is for their owner to say.
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  xFrameOptions: { action: 'deny' },
});

/** Headers that every answer carries; a page sets a policy of its own. They are the same each time, so they are made once. */
export function securityHeaders(https: boolean): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(optionsFor(https))(response.req, response, () => undefined);
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return {
    ...Object.fromEntries(headers),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

export function addSecurityHeaders(instance: FastifyInstance, https: boolean): void {
  const headers = securityHeaders(https);
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    if (request.routeOptions.url?.startsWith('/api')) void reply.header('cache-control', 'no-store');
    done();
  });
}
