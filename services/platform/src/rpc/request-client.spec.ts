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
