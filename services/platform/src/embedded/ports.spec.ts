import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { becomesFree, freePort, isPortTaken } from './ports.js';

describe('freePort', () => {
  it('is free, and outside the range of outgoing connections', async () => {
    const port = await freePort();
    expect(await isPortTaken(port)).toBe(false);
    expect(port).toBeLessThan(32_768);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await isPortTaken(port)).toBe(true);
    setTimeout(() => server.close(), 50);
    expect(await becomesFree(port, 10)).toBe(false);
    expect(await becomesFree(port)).toBe(true);
  });

  it('is another one each time, though nobody listens yet', async () => {
    // Of 1,000 random ones among 17,000 some would be equal.
    const ports = await Promise.all(Array.from({ length: 1_000 }, () => freePort()));
    expect(new Set(ports).size).toBe(ports.length);
  });
});
