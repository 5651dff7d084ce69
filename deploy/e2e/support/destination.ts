import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Destination {
  readonly url: string;
  stop(): Promise<void>;
}

/** A site that says which of its pages was opened, and from where: where the tests' short links lead, without leaving the machine. */
export async function startDestination(): Promise<Destination> {
  const server = createServer((request, response) => {
    const icon = '<link rel="icon" href="data:,">';
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>Destination</title>${icon}<h1>Arrived at ${request.url?.split('?')[0]}</h1>
       <p>From ${request.headers.referer ?? 'nowhere'}</p>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Under a name that the app is not at: links to its own name are refused, on whatever port.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
