import type { ErrorCode, Problem } from '@linkway/contracts';
import { AppError, AppLogger, rarelyEach, toProblem } from '@linkway/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerWrongAddress } from '../web/wrong-address.js';
import { localeOf } from './locale.js';
import { isApiPath } from './unknown-api.js';

/** What fails for one request fails for all that come meanwhile. */
const TELL_EVERY_MS = 1_000;

/** Every error of the HTTP side, whoever threw it, as problem+json in the caller's language. */
@Catch()
export class ProblemFilter implements ExceptionFilter<unknown> {
  private readonly seldom = rarelyEach(TELL_EVERY_MS);

  constructor(private readonly logger: AppLogger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** For routes that are not controllers'. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = toAppError(error, request);
    const problem = toProblem(known, localeOf(request.headers['accept-language']), request.traceId);
    // Being busy is what anybody can cause: it is counted with the requests, and is no fault to tell one by one.
    if (problem.status >= 500 && problem.code !== 'service.busy') {
      const route = request.routeOptions.url ?? '';
      this.seldom(`${route} ${problem.code}`, (more) =>
        this.logger.error('request failed', { route, code: problem.code, error, ...(more > 0 ? { more } : {}) }),
      );
    }
    if (reply.sent) return;
    // By the route as well: an address of the API may be written in several ways (`/%61pi/links`).
    if (isApiPath(request.routeOptions.url ?? '') || !answerWrongAddress(request, reply, problem)) {
      sendProblem(reply, problem, known.retryAfterSeconds);
    }
  }
}

export function sendProblem(reply: FastifyReply, problem: Problem, retryAfterSeconds?: number): void {
  reply.request.problemCode = problem.code;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(retryAfterSeconds));
  void reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

const codes: Record<number, ErrorCode> = {
  404: 'request.not_found',
  405: 'request.method_not_allowed',
  413: 'request.too_large',
  // A path parameter longer than any that exists.
  414: 'request.not_found',
  415: 'request.unsupported_media_type',
};

// Fastify and its plugins throw errors with a status, which Nest partly wraps: the status is what is left to go by.
function toAppError(error: unknown, { method, routeOptions }: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  // The static plugin refuses odd paths with 403; of an unsafe method only the CSRF plugin does.
  if (status === 403)
    return new AppError(method === 'GET' || method === 'HEAD' ? 'request.not_found' : 'request.csrf_invalid');
  const refusal = status === 413 ? routeOptions.config.upload?.refusals.size : undefined;
  const code = refusal ?? codes[status] ?? (status >= 400 && status < 500 ? 'request.malformed' : 'service.internal');
  return new AppError(code, {}, { cause: error });
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;
