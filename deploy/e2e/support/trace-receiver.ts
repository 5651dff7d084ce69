import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
}

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

/** The part of OTLP's JSON that is needed here. */
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] }[];
  }[];
}

/** Takes traces as OTLP over HTTP with JSON bodies, as a collector does. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** The spans of a path in one trace, each below the one before it, as far as it has arrived. */
  path(steps: readonly [service: string, name: RegExp][], traceId?: string): ReceivedSpan[] {
    const found: ReceivedSpan[] = [];
    for (const [service, name] of steps) {
      const parent = found.at(-1);
      const span = this.spans.find(
        (one) =>
          one.service === service &&
          name.test(one.name) &&
          one.traceId === (parent?.traceId ?? traceId ?? one.traceId) &&
          (parent === undefined || one.parentSpanId === parent.spanId),
      );
      if (!span) break;
      found.push(span);
    }
    return found;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.take((await json(request)) as ExportRequest);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }

  private take({ resourceSpans }: ExportRequest): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { name, traceId, spanId, parentSpanId = '' } of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({ service, name, traceId, spanId, parentSpanId });
      }
    }
  }
}
