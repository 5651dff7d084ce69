import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { headers } from '@nats-io/nats-core';
import { NatsRecordBuilder } from '@nestjs/microservices';
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
  const asked: { reply: string; id: string; data: string; header: string }[] = [];
  let nats: Server;
  let answer: (reply: string, body: object, subscription?: number) => void;
  let mayListen = true;
  let client: RequestClient;

  beforeEach(async () => {
    subscribed.length = asked.length = 0;
    mayListen = true;
    nats = createServer((socket) => {
      socket.write(`INFO ${JSON.stringify(SERVER)}\r\n`);
      answer = (reply, body, subscription = 1) => {
        const text = JSON.stringify(body);
        socket.write(`MSG ${reply} ${subscription} ${text.length}\r\n${text}\r\n`);
      };
      socket.on('data', (chunk) => {
        for (const line of String(chunk).split('\r\n')) {
          const [verb, subject = '', reply = ''] = line.split(' ');
          if (verb === 'PING') socket.write('PONG\r\n');
          if (verb === 'SUB') subscribed.push(subject);
          if (verb === 'SUB' && !mayListen) {
            socket.write(`-ERR 'Permissions Violation for Subscription to "${subject}"'\r\n`);
          }
          if (verb === 'PUB' || verb === 'HPUB') asked.push({ reply, id: '', data: '', header: '' });
          const last = asked.at(-1);
          if (line.startsWith('traceparent:') && last) last.header = line;
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

  it('are listened for again where the server took that away, and whoever asked is told', async () => {
    mayListen = false;
    const ask = () => lastValueFrom(client.send<string>('qry.any.v1', 'a')).catch((error: Error) => error.name);
    expect(await ask()).toBe('PermissionViolationError');
    mayListen = true;
    const again = ask();
    await eventually(() => expect(asked.at(-1)?.data).toBe('a'));
    await eventually(() => expect(subscribed).toHaveLength(2));
    const { reply, id } = asked.at(-1) as (typeof asked)[0];
    expect(reply.startsWith((subscribed[1] as string).slice(0, -1))).toBe(true);
    answer(reply, { id, response: 'here', isDisposed: true }, 2);
    expect(await again).toBe('here');
  });

  it('are asked for with the headers of the request', async () => {
    const carried = headers();
    carried.set('traceparent', '00-1');
    const record = new NatsRecordBuilder('a').setHeaders(carried).build();
    const asking = lastValueFrom(client.send<string>('qry.any.v1', record));
    await eventually(() => expect(asked[0]?.header).toBe('traceparent: 00-1'));
    answer(asked[0]?.reply ?? '', { id: asked[0]?.id, response: 'here', isDisposed: true });
    expect(await asking).toBe('here');
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
