import { randomUUID } from 'node:crypto';
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
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export { SpanKind } from '@opentelemetry/api';

/** Stands for each span where nobody takes spans. */
const NO_SPAN = trace.wrapSpanContext({ traceId: '', spanId: '', traceFlags: TraceFlags.NONE });

const hexDigits = (): string => randomUUID().replaceAll('-', '');

const propagator = new W3CTraceContextPropagator();
let contextManagerSet = false;

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** A W3C traceparent of the caller; without it the active span is the parent. */
  parent?: string | null;
  /** The caller is a stranger: its trace goes on, and whether it is recorded is decided here. */
  isForeign?: boolean;
}

/**
 * Traces of one service. Nine services may share a process, so each has its own provider (its own service.name)
 * while the active context is the process's.
 */
export class Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  /** Whether anybody takes spans: else there are none, and only the id of the trace goes on, for logs and answers. */
  private readonly isTaken: boolean;

  /** `share` of the traces that begin here are recorded; those that come from another service, as it was decided there. */
  constructor(
    service: string,
    instance: string,
    otlpEndpoint: string,
    processors: SpanProcessor[] = [],
    private readonly share = 1,
  ) {
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
    this.isTaken = exporting.length + processors.length > 0;
    this.provider = new TracerProvider({
      ...(share < 1 ? { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }) } : {}),
      resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': instance }),
      spanProcessors: [...exporting, ...processors],
    });
    this.tracer = this.provider.getTracer('linkway');
  }

  /** Runs `fn` in a span; an exception marks it as failed and goes on. */
  async span<T>(name: string, fn: (span: Span) => Promise<T> | T, options: SpanOptions = {}): Promise<T> {
    const given = options.parent ? this.contextFrom(options.parent, options.isForeign ?? false) : null;
    if (!this.isTaken) return this.inTrace(given, () => fn(NO_SPAN));
    const parent = given ?? context.active();
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

  /** In the trace of the parent, else in the one that is under way, else in a new one. */
  private inTrace<T>(given: Context | null, work: () => T): T {
    if (given !== null && trace.getSpanContext(given)) return context.with(given, work);
    if (trace.getActiveSpan()) return work();
    // Of the UUIDs' random digits: Node keeps some in stock, other random bytes cost each trace a question to the system.
    const [traceId, spanId] = [hexDigits(), hexDigits().slice(16)];
    const begun = { traceId, spanId, traceFlags: this.decided() };
    return context.with(trace.setSpanContext(ROOT_CONTEXT, begun), work);
  }

  private contextFrom(traceparent: string, isForeign: boolean): Context {
    const given = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
    const parent = isForeign ? trace.getSpanContext(given) : undefined;
    return parent ? trace.setSpanContext(given, { ...parent, traceFlags: this.decided() }) : given;
  }

  /** For services further on, also where this one has nobody who takes its spans. By chance: a stranger can choose the id of a trace. */
  private decided(): TraceFlags {
    return Math.random() < this.share ? TraceFlags.SAMPLED : TraceFlags.NONE;
  }
}
