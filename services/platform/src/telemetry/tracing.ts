import {
  type Attributes,
  type Context,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

export { SpanKind } from '@opentelemetry/api';

const propagator = new W3CTraceContextPropagator();
let contextManagerSet = false;

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** A W3C traceparent of the caller; without it the active span is the parent. */
  parent?: string | null;
}

/**
 * Traces of one service. Nine services may share a process, so each has its own provider (its own service.name)
 * while the active context is the process's.
 */
export class Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(service: string, instance: string, otlpEndpoint: string, processors: SpanProcessor[] = []) {
    if (!contextManagerSet) {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      contextManagerSet = true;
    }
    const exporting = otlpEndpoint
      ? [
          new BatchSpanProcessor({
            exporter: new OTLPTraceExporter({ url: `${otlpEndpoint.replace(/\/$/, '')}/v1/traces` }),
          }),
        ]
      : [];
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
      spanProcessors: [...exporting, ...processors],
    });
    this.tracer = this.provider.getTracer('linkway');
  }

  /** Runs `fn` in a span; an exception marks it as failed and goes on. */
  async span<T>(name: string, fn: (span: Span) => Promise<T> | T, options: SpanOptions = {}): Promise<T> {
    const parent = options.parent ? contextFrom(options.parent) : context.active();
    const span = this.tracer.startSpan(
      name,
      { kind: options.kind ?? SpanKind.INTERNAL, attributes: options.attributes ?? {} },
      parent,
    );
    try {
      return await context.with(trace.setSpan(parent, span), () => fn(span));
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  }

  /** W3C traceparent of the active span, to be carried to the next process. */
  traceparent(): string | null {
    const carrier: Record<string, string> = {};
    propagator.inject(context.active(), carrier, defaultTextMapSetter);
    return carrier.traceparent ?? null;
  }

  /** 32 hex digits; empty outside a span. */
  traceId(): string {
    return trace.getActiveSpan()?.spanContext().traceId ?? '';
  }

  shutdown(): Promise<void> {
    return this.provider.shutdown();
  }
}

function contextFrom(traceparent: string): Context {
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}
