import { AppError } from '@linkway/platform';
import type { FastifyInstance } from 'fastify';
import type { SecurityPolicy } from './security-policy.js';

/** Refuses addresses that administrators have blocked everything of the API, before anything else is looked at. Short links are the redirect's to refuse. */
export function refuseBlocked(instance: FastifyInstance, policy: Pick<SecurityPolicy, 'isBlocked'>): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const isApi = /^\/api(\/|$)/.test(request.routeOptions.url ?? '');
    if (isApi && policy.isBlocked(request.ip ?? '')) done(new AppError('security.address_blocked'));
    else done();
  });
}
