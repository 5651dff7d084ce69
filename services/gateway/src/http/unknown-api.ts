import { allEndpoints } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { pathOf } from './request-target.js';

const operations = allEndpoints.map(({ method, path }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]{1,100}')}$`),
}));

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/');

/** Methods that an address of the API supports; empty for one that does not exist. */
export function allowedMethods(path: string): string[] {
  const methods = operations.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return [];
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}

/** Whatever under /api no handler took: 405 with Allow where another method exists, OPTIONS, else 404. */
export function answerUnknownApi(instance: FastifyInstance): void {
  const method: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  for (const url of ['/api', '/api/*']) {
    instance.route({
      method,
      url,
      exposeHeadRoute: false,
      // Before the body is read: what it holds does not matter here.
      preParsing: async (request, reply) => {
        const allowed = allowedMethods(pathOf(request));
        if (allowed.length === 0) throw new AppError('request.not_found');
        void reply.header('allow', allowed.join(', '));
        if (request.method !== 'OPTIONS') throw new AppError('request.method_not_allowed');
      },
      handler: (_request, reply) => reply.code(204).send(),
    });
  }
}
