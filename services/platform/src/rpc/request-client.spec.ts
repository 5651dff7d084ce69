import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import { eventually } from '../testkit/index.js';
import { RequestClient } from './request-client.js';

describe('a client of requests', () => {
  let noNats: Server;
  let tries = 0;
  let client: RequestClient;

  beforeEach(async () => {
    tries = 0;
    noNats = createServer((socket) => {
      tries += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(noNats, 'listening');
    const { port } = noNats.address() as AddressInfo;
    client = new RequestClient({ servers: [`127.0.0.1:${port}`], waitOnFirstConnect: true });
  });
  afterEach(async () => {
    await client.close();
    noNats.close();
  });

  it('goes on trying where NATS is away, until it is closed', async () => {
    const connecting = client.connect();
    connecting.catch(() => undefined);
    await eventually(() => expect(tries).toBeGreaterThan(2));
    await client.close();
    await expect(connecting).rejects.toThrow();
  });

  it('does not connect for a request that comes when it is closed', async () => {
    await client.close();
    await expect(lastValueFrom(client.send('qry.any.v1', {}))).rejects.toThrow('the client is closed');
    expect(tries).toBe(0);
  });
});

describe('answers', () => {
  const SERVER = { server_id: 'A', version: '2.10.0', proto: 1, max_payload: 1_048_576, headers: true };
  /** What a client subscribed to, and where it wants answers. */
  const subscribed: string[] = [];
  const asked: { reply: string; id: string; data: string }[] = [];
  let nats: Server;
  let answer: (reply: string, body: object) => void;
  let client: RequestClient;

  beforeEach(async () => {
    subscribed.length = asked.length = 0;
    nats = createServer((socket) => {
      socket.write(`INFO ${JSON.stringify(SERVER)}\r\n`);
      answer = (reply, body) => {
        const text = JSON.stringify(body);
        socket.write(`MSG ${reply} 1 ${text.length}\r\n${text}\r\n`);
      };
      socket.on('data', (chunk) => {
        for (const line of String(chunk).split('\r\n')) {
          const [verb, subject = '', reply = ''] = line.split(' ');
          if (verb === 'PING') socket.write('PONG\r\n');
          if (verb === 'SUB') subscribed.push(subject);
          if (verb === 'PUB') asked.push({ reply, id: '', data: '' });
          const last = asked.at(-1);
          if (line.startsWith('{"pattern"') && last) Object.assign(last, JSON.parse(line));
        }
      });
    }).listen(0, '127.0.0.1');
    await once(nats, 'listening');
    client = new RequestClient({
      servers: [`127.0.0.1:${(nats.address() as AddressInfo).port}`],
      inboxPrefix: '_I.me',
    });
  });
  afterEach(async () => {
    await client.close();
    nats.close();
  });

  it('come by one subscription, each to whoever asked', async () => {
    const [first, second] = ['a', 'b'].map((data) => lastValueFrom(client.send<string>('qry.any.v1', data)));
    await eventually(() => expect(asked).toHaveLength(2));
    for (const { reply, id, data } of asked.toReversed())
      answer(reply, { id, response: `to ${data}`, isDisposed: true });
    expect(await Promise.all([first, second])).toEqual(['to a', 'to b']);
    expect(subscribed).toHaveLength(1);
    expect(subscribed[0]).toMatch(/^_I\.me\.[A-Z0-9]+\.\*$/i);
    expect(new Set(asked.map(({ reply }) => reply)).size).toBe(2);
  });

  it('to those who wait no longer are nobody’s, and a closed client leaves nobody waiting', async () => {
    const gone = client.send<string>('qry.any.v1', 'gone').subscribe();
    await eventually(() => expect(asked).toHaveLength(1));
    gone.unsubscribe();
    answer(asked[0]?.reply ?? '', { id: asked[0]?.id, response: 'late', isDisposed: true });
    const waiting = lastValueFrom(client.send<string>('qry.any.v1', 'b')).catch((error: unknown) => error);
    await eventually(() => expect(asked).toHaveLength(2));
    await client.close();
    expect(await waiting).toMatchObject({ message: 'Connection closed' });
    expect((client as unknown as { asking: Map<string, unknown> }).asking.size).toBe(0);
  });
});
