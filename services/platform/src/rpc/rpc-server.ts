import { type MessageHandler, type NatsContext, type NatsOptions, ServerNats } from '@nestjs/microservices';
import { throwError } from 'rxjs';
import type { AppLogger } from '../log/logger.js';
import { AppError } from '../problem/app-error.js';
import { toProblem } from '../problem/problem.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { RpcFailure } from './rpc.decorator.js';

/** Nest's NATS server, with a span below the caller's around each request and problems as error answers. */
export class RpcServer extends ServerNats {
  constructor(
    options: NonNullable<NatsOptions['options']>,
    private readonly tracing: Tracing,
    private readonly appLogger: AppLogger,
  ) {
    super(options);
  }

  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    const traced = (data: unknown, context: NatsContext): Promise<unknown> =>
      this.tracing.span(context.getSubject(), async () => this.settle(context, await callback(data, context)), {
        kind: SpanKind.SERVER,
        parent: (context.getHeaders() as { get(name: string): string } | undefined)?.get('traceparent') || null,
      });
    super.addHandler(pattern, Object.assign(traced, callback) as MessageHandler, isEventHandler, extras);
  }

  // What is our own fault is logged with its stack and told as service.internal.
  private settle(context: NatsContext, answer: unknown): unknown {
    if (!(answer instanceof RpcFailure)) return answer;
    const { error } = answer;
    const problem = toProblem(error, 'en', this.tracing.traceId());
    if (!(error instanceof AppError) || error.status >= 500) {
      this.appLogger.error('request failed', { subject: context.getSubject(), code: problem.code, error });
    }
    return throwError(() => problem);
  }
}
