import type { Server } from 'node:http';
import type { FastifyHttpOptions } from 'fastify';

export const serverOptions: FastifyHttpOptions<Server> = {
  bodyLimit: 4_096,
  requestTimeout: 15_000,
  // A client that takes nothing of its answer, nor sends anything, for so long is gone.
  connectionTimeout: 120_000,
  // Node takes the longer of the two for both.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  keepAliveTimeout: 72_000,
  exposeHeadRoutes: true,
  // Whoever comes in while the process drains is still answered.
  return503OnClosing: false,
  // No request is named or logged one by one here.
  logger: false,
  genReqId: () => '',
  routerOptions: { maxParamLength: 4_096 },
};
