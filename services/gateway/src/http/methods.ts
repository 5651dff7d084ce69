import { AppError } from '@linkway/platform';
import type { FastifyInstance } from 'fastify';
import { pathOf } from './request-target.js';

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Methods that nothing here has (TRACE, CONNECT, QUERY, ...) are refused as such, not as an address that does not exist.
 * `methodsAt` tells which ones a path has.
 */
export function refuseUnknownMethods(instance: FastifyInstance, methodsAt: (path: string) => readonly string[]): void {
  instance.addHook('onRequest', (request, reply, done) => {
    if (KNOWN.has(request.method)) return done();
    const methods = methodsAt(pathOf(request));
    if (methods.length === 0) return done(new AppError('request.not_found'));
    void reply.header('allow', methods.join(', '));
    done(new AppError('request.method_not_allowed'));
  });
}
