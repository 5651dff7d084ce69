import type { Server } from 'node:http';
import { answerBrokenRequest } from '@linkway/platform';
import type { FastifyHttpOptions } from 'fastify';

/** What a gateway lets through (16 KiB) and adds fits: the host a second time, and the visitor's address. */
const MAX_HEADER_BYTES = 40 * 1024;

export const serverOptions: FastifyHttpOptions<Server> = {
  bodyLimit: 4_096,
  requestTimeout: 15_000,
  // A client that takes nothing of its answer, nor sends anything, for so long is gone.
  connectionTimeout: 120_000,
  http: {
    // Node takes the longer of the two for both.
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: MAX_HEADER_BYTES,
    // A visit has no body: Node need not make it a stream that is emptied and ends.
    optimizeEmptyRequests: true,
  },
  keepAliveTimeout: 72_000,
  exposeHeadRoutes: true,
  // Whoever comes in while the process drains is still answered.
  return503OnClosing: false,
  // No request is named or logged one by one here.
  logger: false,
  genReqId: () => '',
  clientErrorHandler: answerBrokenRequest,
  routerOptions: { maxParamLength: 4_096 },
};
