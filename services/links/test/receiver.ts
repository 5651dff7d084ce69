import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export type Answer = (received: Received, response: ServerResponse) => void;

/** A customer's receiver: `/name` is one of them, and answers as it was told to. */
export function useReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
        at: Date.now(),
      };
      received.push(one);
      const answer = answers.get(one.path) ?? ((_one, res) => void res.end('thank you'));
      answer(one, response);
    });
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: (path: string) => `${base}${path}`,
    answer: (path: string, answer: Answer) => void answers.set(path, answer),
    at: (path: string) => received.filter((one) => one.path === path),
  };
}

/** The message, verified as a customer would; throws where the signature does not fit. */
export const verified = ({ body, headers }: Received, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
