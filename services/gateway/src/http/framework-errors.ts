import { AppError, toProblem } from '@linkway/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWrongAddress } from '../web/wrong-address.js';
import { localeOf } from './locale.js';
import { sendProblem } from './problem.filter.js';

/** The router could not read the path (bad percent encoding) or found a part of it too long; no hook has run. */
export function answerUnroutable(error: { code: string }, request: FastifyRequest, reply: FastifyReply): void {
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'request.not_found' : 'request.malformed';
  request.server.follow(request, reply, () => {
    void reply.header('x-content-type-options', 'nosniff');
    const problem = toProblem(new AppError(code), localeOf(request.headers['accept-language']), request.traceId);
    if (!answerWrongAddress(request, reply, problem)) sendProblem(reply, problem);
  });
}
