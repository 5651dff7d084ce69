import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../metrics/metrics.js';
import type { Health } from './health.js';

/** /healthz (the process lives), /readyz (it can serve) and /metrics, on a port of their own. */
export class AdminServer {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(health: Health, metrics: Metrics, host: string, port: number): Promise<AdminServer> {
    const server = createServer((request, response) => {
      void answer(request.url ?? '/', health, metrics).then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
    const address = server.address() as AddressInfo;
    return new AdminServer(server, `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeAllConnections();
    });
  }
}

async function answer(
  url: string,
  health: Health,
  metrics: Metrics,
): Promise<{ status: number; type: string; body: string }> {
  const json = (status: number, body: object) => ({ status, type: 'application/json', body: JSON.stringify(body) });
  switch (url.split('?')[0]) {
    case '/healthz':
      return json(200, { status: 'ok' });
    case '/readyz': {
      const report = await health.report();
      return json(report.ready ? 200 : 503, report);
    }
    case '/metrics':
      return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
    default:
      return json(404, { status: 'not found' });
  }
}
