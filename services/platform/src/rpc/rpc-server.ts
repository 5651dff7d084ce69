import {
  type ArgumentsHost,
  type CallHandler,
  Catch,
  type ExecutionContext,
  type NestInterceptor,
  type RpcExceptionFilter,
} from '@nestjs/common';
import type { NatsContext } from '@nestjs/microservices';
import { defer, lastValueFrom, type Observable, throwError } from 'rxjs';
import type { AppLogger } from '../log/logger.js';
import { AppError } from '../problem/app-error.js';
import { toProblem } from '../problem/problem.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';

/** Opens the server span of a request over NATS, below the caller's. */
export class RpcTracingInterceptor implements NestInterceptor {
  constructor(private readonly tracing: Tracing) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const nats = execution.switchToRpc().getContext<NatsContext>();
    const parent = traceparentOf(nats);
    return defer(() =>
      this.tracing.span(nats.getSubject(), () => lastValueFrom(next.handle(), { defaultValue: undefined }), {
        kind: SpanKind.SERVER,
        parent,
      }),
    );
  }
}

/** Sends a problem back to the caller; what is our own fault is logged with its stack and told as service.internal. */
@Catch()
export class RpcProblemFilter implements RpcExceptionFilter<unknown> {
  constructor(private readonly logger: AppLogger) {}

  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    const nats = host.switchToRpc().getContext<NatsContext>();
    // The span is over by now, so the trace id is the caller's, which is the same.
    const traceId = traceparentOf(nats)?.split('-')[1] ?? '';
    const problem = toProblem(error, 'en', traceId);
    if (!(error instanceof AppError) || error.status >= 500) {
      this.logger.error('request failed', { subject: nats.getSubject(), code: problem.code, trace_id: traceId, error });
    }
    return throwError(() => problem);
  }
}

function traceparentOf(nats: NatsContext): string | null {
  return (nats.getHeaders() as { get(name: string): string } | undefined)?.get('traceparent') || null;
}
